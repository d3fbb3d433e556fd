// Reading a draft and comparing it with a model of it: small drafts of our own.
#include <doctest/doctest.h>

#include <deque>

#include "checker/drift/compare.hpp"

using namespace conform;

namespace {

constexpr const char* cupboard = R"(
Text that is no algorithm:
1. not a step

<details open algorithm>
  <summary>
    The <dfn method for=Cupboard>open(|door|)</dfn> method steps are:
  </summary>
    1. If |door| is [=locked=], then [=exception/throw=] a {{TypeError}}.
    1. For each |shelf| of [=this=].{{Cupboard/[[shelves]]}}:
        1. Look at |shelf|.

            Note: Looking is free.

        1. Let |cup| be the result of
            [=taking=] one.
    1. Return |cup|.
</details>

<div algorithm>
To <dfn for=Cupboard lt="empty|hollow">empty</dfn> a {{Cupboard}} |c|, throw all away.
</div>

<details class="wide algorithm">
  <summary>The <dfn method for=Cupboard>open(|door|, |force|)</dfn> method steps are:</summary>
    1. Break |door|.
</details>
)";

std::string with(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

/// A model of a draft, as steps.json would hold it.
struct Model {
  explicit Model(const char* text) : draft(readDraft(text)) {
    for (const DraftAlgorithm& algorithm : draft) {
      steps.emplace_back();
      for (const DraftStep& step : algorithm.steps) steps.back().push_back({step.number, "ours", "", step.hash});
      algorithms.push_back({algorithm.anchor, algorithm.title, algorithm.hash, steps.back()});
    }
  }
  std::vector<DraftAlgorithm> draft;
  std::deque<std::vector<SpecStep>> steps;
  std::vector<SpecAlgorithm> algorithms;
};

std::string drifts(const std::string& revision) {
  const Model model(cupboard);
  std::string text;
  for (const Drift& drift : compareDraft(model.algorithms, readDraft(revision)))
    text += std::string(nameOf(drift.kind)) + " " + drift.anchor + " " + drift.before + ">" + drift.after + "; ";
  return text;
}

}  // namespace

TEST_CASE("algorithms get the anchors that Bikeshed gives: overloads after the first carry their arguments") {
  const auto draft = readDraft(cupboard);
  REQUIRE(draft.size() == 3);
  CHECK(draft[0].anchor == "dom-cupboard-open");
  CHECK(draft[1].anchor == "cupboard-empty");
  CHECK(draft[2].anchor == "dom-cupboard-open-door-force");
}

TEST_CASE("steps are numbered by their nesting, without markup, notes and line breaks") {
  const auto draft = readDraft(cupboard);
  const auto& steps = draft[0].steps;
  REQUIRE(steps.size() == 5);
  CHECK(steps[0].number == "1");
  CHECK(steps[0].text == "If door is locked, then throw a TypeError.");
  CHECK(steps[1].text == "For each shelf of this.[[shelves]]:");
  CHECK(steps[2].number == "2.1");
  CHECK(steps[2].text == "Look at shelf.");
  CHECK(steps[3].number == "2.2");
  CHECK(steps[3].text == "Let cup be the result of taking one.");
  CHECK(steps[4].number == "3");
}

TEST_CASE("a draft does not differ from itself, nor where only markup, notes or white space do") {
  CHECK(drifts(cupboard) == "");
  CHECK(drifts(with(cupboard, "[=locked=]", "[=door/locked=]")) == "");
  CHECK(drifts(with(cupboard, "Looking is free.", "Looking costs.")) == "");
  CHECK(drifts(with(cupboard, "be the result of\n            [=taking=]", "be the   result of [=taking=]")) == "");
}

TEST_CASE("a step that says something else is changed") {
  CHECK(drifts(with(cupboard, "Look at |shelf|", "Stare at |shelf|")) == "changed dom-cupboard-open 2.1>2.1; ");
}

TEST_CASE("a step that is added renumbers those behind it") {
  CHECK(drifts(with(cupboard, "    1. For each", "    1. Knock.\n    1. For each")) ==
        "renumbered dom-cupboard-open 2>3; renumbered dom-cupboard-open 2.1>3.1; renumbered dom-cupboard-open 2.2>3.2; "
        "renumbered dom-cupboard-open 3>4; added dom-cupboard-open >2; ");
}

TEST_CASE("a step that is gone is removed") {
  CHECK(drifts(with(cupboard, "    1. Return |cup|.\n", "")) == "removed dom-cupboard-open 3>; ");
}

TEST_CASE("two steps that are exchanged have one that moved each way") {
  const std::string moved = with(with(cupboard, "        1. Look at |shelf|.\n", ""), "            [=taking=] one.\n",
                                 "            [=taking=] one.\n        1. Look at |shelf|.\n");
  CHECK(drifts(moved) == "renumbered dom-cupboard-open 2.1>2.2; renumbered dom-cupboard-open 2.2>2.1; ");
}

TEST_CASE("an algorithm of one sentence that says something else has another heading; one that is gone is told") {
  CHECK(drifts(with(cupboard, "throw all away", "keep one")) == "heading changed cupboard-empty >; ");
  CHECK(drifts(with(cupboard, "<div algorithm>", "<div>")) == "algorithm removed cupboard-empty >; ");
}

TEST_CASE("what is cut off or not a draft at all is read as far as it goes") {
  const std::string text = cupboard;
  for (std::size_t length = 0; length <= text.size(); ++length) CHECK(readDraft(text.substr(0, length)).size() <= 3);
  CHECK(readDraft("<details algorithm").empty());
  CHECK(readDraft("<div algorithm>\n1. a\n").empty());
}

TEST_CASE("the table of steps finds a step by anchor and number") {
  REQUIRE(specAlgorithm("dom-mltensor-destroy") != nullptr);
  CHECK(cite("dom-mltensor-destroy", "3.1") == "#dom-mltensor-destroy step 3.1: release the memory");
  CHECK(cite("dom-mltensor-destroy", "99") == "#dom-mltensor-destroy step 99");
  CHECK(stepText("nowhere", "1").empty());
  CHECK(specAlgorithm("nowhere") == nullptr);
}
