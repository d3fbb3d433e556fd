#include "checker/compare/outcomeGroups.hpp"

#include <algorithm>

#include "checker/compare/observe.hpp"
#include "model/explorer/operations.hpp"
#include "tests/compare/given.hpp"

namespace conform {
namespace {

const char* const twoReads =
    R"("script": [{"call": "readTensor", "on": "c", "tensor": "t", "as": "r"},
                  {"call": "get", "on": "c", "attr": "lost", "as": "lost"}],
       "anytime": [{"event": "contextLost", "on": "c"}])";

std::vector<std::string> listed(const AllowedOutcomes& outcomes, const OutcomeGroups& groups) {
  std::vector<std::string> lines;
  groups.forEach([&](std::size_t group, const explorer::Word& word) {
    std::string line = std::to_string(group) + ":";
    for (const explorer::Symbol symbol : word) line += " " + textOf(outcomes.observation(symbol)) + ";";
    lines.push_back(line);
    return true;
  });
  return lines;
}

TEST_CASE("outcomes that show the same in another order are one kind; what stays pending or fails comes first") {
  const AllowedOutcomes outcomes = tests::allowedUnder(tests::scenarioWith(twoReads), "option-1");
  const OutcomeGroups groups{outcomes};
  REQUIRE(groups.all().size() == 3);
  CHECK(groups.all()[0].pending == 1);
  CHECK(groups.all()[1].failed == 1);
  CHECK(groups.all()[2].orders == 2);
  const std::vector<std::string> expected{
      "0: r resolved [0, 0]; lost pending;", "1: lost resolved; r rejected InvalidStateError;",
      "2: r resolved [0, 0]; lost resolved;", "2: lost resolved; r resolved [0, 0];"};
  CHECK(listed(outcomes, groups) == expected);
}

TEST_CASE("every outcome is listed once, whether sorted out or too many for that") {
  const AllowedOutcomes outcomes = tests::allowedUnder(tests::scenarioWith(twoReads), "draft");
  const OutcomeGroups sorted{outcomes}, unsorted{outcomes, 2};
  CHECK(sorted.isGrouped());
  CHECK(!unsorted.isGrouped());
  for (const OutcomeGroups* groups : {&sorted, &unsorted}) {
    std::vector<explorer::Word> words;
    groups->forEach([&](std::size_t, const explorer::Word& word) {
      words.push_back(word);
      return true;
    });
    std::vector<explorer::Word> all = explorer::words(outcomes.automaton(), 100);
    std::ranges::sort(words);
    std::ranges::sort(all);
    CHECK(words == all);
  }
}

TEST_CASE("an outcome has the number that the list gives it") {
  const AllowedOutcomes outcomes = tests::allowedUnder(tests::scenarioWith(twoReads), "option-1");
  const OutcomeGroups groups{outcomes};
  std::size_t number = 0;
  groups.forEach([&](std::size_t, const explorer::Word& word) {
    CHECK(groups.outcome(++number) == word);
    return true;
  });
  CHECK(number == 4);
  CHECK(!groups.outcome(0));
  CHECK(!groups.outcome(5));
}

}  // namespace
}  // namespace conform
