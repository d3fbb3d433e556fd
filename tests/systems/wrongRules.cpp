// Rules of reduction that look right and are not: each is put back on the scenario that shows it, and must be noticed.
#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>

#include "checker/scenario/load.hpp"
#include "tests/systems/audit.hpp"
#include "tests/systems/compareSystems.hpp"

namespace conform {
namespace {

struct Row {
  const char* scenario;
  const char* semantics;
  WrongRule rule;
  const char* outcomes;  ///< All that are allowed.
  const char* wrongly;   ///< What the wrong rule gives.
};
const Row rows[] = {
    {"read-guard", "option-1", WrongRule::ReadGuardIsInvisible, "4", "3"},
    {"creation-guard", "draft", WrongRule::CreationsAreEager, "4", "2"},
    {"creation-held-for-script", "draft", WrongRule::CreationsAreHeldForEventsOnly, "2", "1"},
    {"context-destroy-in-a-task", "draft", WrongRule::DestroyContextIsLocal, "2", "1"},
    {"lose-is-picked", "draft", WrongRule::LoseIsPickedAlone, "4", "3"},
    {"task-starts-a-read", "draft", WrongRule::TasksNeverRaceCompletions, "2", "1"},
    {"timers-start-reads", "draft", WrongRule::TasksNeverRaceCompletions, "3", "2"},
    {"reaction-reads", "draft", WrongRule::ReactionsAreNotCounted, "1", "1"},
    {"cancellation", "option-2", WrongRule::CancellationIsIgnored, "2", "1"},
    {"cancelled-read", "option-1+notBegunOnDestroy=all", WrongRule::CancelledReadsAreSettled, "2", "1"},
    {"settled-read-into-buffer", "draft", WrongRule::SettledReadsIntoBuffersDoNothing, "2", "1"},
    {"dispatch-guard", "graph-lost", WrongRule::ComputeGuardIsInvisible, "4", "3"},
    {"failing-compute", "graph-lost", WrongRule::FailingComputeIsLocal, "2", "1"},
    {"computes-race", "errors-via-tensors+dependency-order", WrongRule::ComputesDoNotRace, "4", "2"},
    {"only-losses", "draft", WrongRule::OnlyLossesBranch, "3", "2"},
    {"destroyed-tensor-is-read", "option-1", WrongRule::DestroyedTensorsAreEmpty, "1", "1"},
    {"dead-work-orders", "option-1+dependency-order", WrongRule::DeadWorkIsDropped, "7", "8"},
    {"failure-is-a-race", "draft", WrongRule::FailuresAreNotCounted, "2", "1"},
    {"loss-may-not-happen", "draft", WrongRule::LossMustHappen, "3", "2"},
    {"losses-race-completions", "draft", WrongRule::EventsDoNotRace, "3", "2"},
    {"pause-is-a-race", "draft", WrongRule::ControlIsNotCounted, "2", "1"},
    {"contexts-race", "draft", WrongRule::ContextsDoNotRace, "2", "1"},
    {"lost-context-keeps-its-failure", "option-1", WrongRule::None, "3", "3"},
};
constexpr std::size_t enough = 100'000;

Scenario scenarioOf(const Row& row) {
  const Loaded loaded =
      loadFile(SCENARIOS_DIRECTORY "/regressions/explorer/explorer-" + std::string{row.scenario} + ".json");
  REQUIRE(loaded.scenarios.size() == 1);
  return loaded.scenarios.front();
}

TEST_CASE("each wrong rule that is put back is noticed on the scenario that shows it") {
  for (const Row& row : rows) {
    CAPTURE(std::string{row.scenario});
    const Scenario scenario = scenarioOf(row);
    SetUp setUp{scenario, row.semantics};
    REQUIRE(setUp.isApplicable());
    const auto full = setUp.full(enough), found = setUp.reduced(WrongRule::None, enough);
    CHECK(found.automaton == full.automaton);
    CHECK(explorer::count(full.automaton).text() == std::string{row.outcomes});
    const auto wrong = setUp.reduced(row.rule, enough);
    CHECK((wrong.automaton == full.automaton) == (row.rule == WrongRule::None));
    CHECK(explorer::count(wrong.automaton).text() == std::string{row.wrongly});
  }
}

TEST_CASE("the audit names a pair of steps, or a canonical form, for a wrong rule, and nothing for the right ones") {
  // These leave out a step whose later steps matter, or an end: only comparing sets shows it.
  const std::set<WrongRule> unseen{WrongRule::None, WrongRule::TasksNeverRaceCompletions, WrongRule::OnlyLossesBranch,
                                   WrongRule::LossMustHappen};
  for (const Row& row : rows) {
    CAPTURE(std::string{row.scenario});
    const Scenario scenario = scenarioOf(row);
    SetUp setUp{scenario, row.semantics};
    CHECK(Audit{setUp.machine(), WrongRule::None}.run(enough).empty());
    CHECK(Audit{setUp.machine(), row.rule}.run(enough).empty() == unseen.contains(row.rule));
  }
}

TEST_CASE("every regression scenario of the explorer is asked, and every wrong rule has one") {
  std::set<std::string> files, asked;
  for (const auto& entry : std::filesystem::directory_iterator{SCENARIOS_DIRECTORY "/regressions/explorer"})
    files.insert(entry.path().stem());
  std::set<WrongRule> rules;
  for (const Row& row : rows) {
    asked.insert("explorer-" + std::string{row.scenario});
    rules.insert(row.rule);
  }
  CHECK(files == asked);
  CHECK(rules.size() == static_cast<std::size_t>(WrongRule::DeadWorkIsDropped) + 1);  // The last of them; None is one.
}

}  // namespace
}  // namespace conform
