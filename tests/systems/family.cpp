// The benchmark's family at the granularity in which others counted it: sets and minimal automata have known sizes.
#include <doctest/doctest.h>

#include "checker/bench/FamilyScenario.hpp"
#include "model/explorer/operations.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform {
namespace {

AllowedOutcomes ask(const Family& family, Engine engine, const Granularity& granularity = pinned) {
  ExploreOptions options;
  options.engine = engine;
  options.granularity = granularity;
  auto answer = allowedOutcomes(familyScenario(family), parseSemantics("draft"), options);
  REQUIRE(std::holds_alternative<AllowedOutcomes>(answer));
  return std::get<AllowedOutcomes>(std::move(answer));
}
std::string countOf(const Family& family, const Granularity& granularity = pinned) {
  return explorer::count(ask(family, Engine::Reduced, granularity).automaton()).text();
}

TEST_CASE("the counts of outcomes are those that Spin and rumur gave for models written by hand") {
  CHECK(countOf({1, 1, 20, 1, true, true}) == "62");
  CHECK(countOf({2, 1, 1, 1, true, true}) == "61");
  CHECK(countOf({2, 2, 1, 1, true, true}) == "309");
  CHECK(countOf({3, 3, 1, 1, true, true}) == "845266");
  CHECK(countOf({3, 4, 1, 1, true, true}) == "18925321");
}

TEST_CASE("each coarser step loses outcomes of Medium: tasks in one, in order, and a loss in order") {
  CHECK(countOf({}, {}) == "474");
  CHECK(countOf({}, {.lossInOrder = true}) == "424");
  CHECK(countOf({}, {.wholeTasks = true, .tasksInOrder = true}) == "353");
  CHECK(countOf({}, {.wholeTasks = true, .tasksInOrder = true, .lossInOrder = true}) == "309");
  // A second release can be told by nobody.
  CHECK(countOf({}, {.oneRelease = true}) == "474");
}

TEST_CASE(
    "every interleaving gives the same minimal automaton, one that tells at its end which contexts were never lost") {
  for (const auto& [family, nodes] :
       {std::pair{Family{2, 1, 1, 1, true, true}, 16U}, std::pair{Family{1, 4, 1, 1, true, true}, 0U},
        std::pair{Family{2, 2, 1, 1, true, false}, 0U}}) {
    for (const Granularity& granularity : {pinned, Granularity{}}) {
      CAPTURE(family.name());
      const AllowedOutcomes reduced = ask(family, Engine::Reduced, granularity);
      const AllowedOutcomes full = ask(family, Engine::Full, granularity);
      CHECK(explorer::count(reduced.automaton()).text() == explorer::count(full.automaton()).text());
      CHECK(reduced.automaton().nodes.size() == full.automaton().nodes.size());
      if (nodes != 0 && granularity.wholeTasks) CHECK(reduced.automaton().nodes.size() == nodes);
    }
  }
  CHECK(ask({2, 2, 1, 1, true, true}, Engine::Reduced).automaton().nodes.size() == 39);
  CHECK(ask({3, 3, 1, 1, true, true}, Engine::Reduced).automaton().nodes.size() == 431);
  CHECK(ask({3, 4, 1, 1, true, true}, Engine::Reduced).automaton().nodes.size() == 807);
  CHECK(ask({1, 1, 20, 1, true, true}, Engine::Reduced).automaton().nodes.size() == 61);
}

}  // namespace
}  // namespace conform
