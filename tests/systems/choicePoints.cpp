// Each value of each choice point, alone: scenarios/semantics/choice-points.json has a scenario for each.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "checker/scenario/load.hpp"
#include "model/explorer/operations.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform {
namespace {

/// Small scenarios only: all runs, listed.
std::vector<Observations> allowedRuns(const Scenario& scenario, const std::string& semantics, Engine engine) {
  ExploreOptions options;
  options.engine = engine;
  const auto answer = allowedOutcomes(scenario, parseSemantics(semantics), options);
  REQUIRE_MESSAGE(std::holds_alternative<AllowedOutcomes>(answer), scenario.id << " under " << semantics);
  const auto& outcomes = std::get<AllowedOutcomes>(answer);
  REQUIRE(outcomes.complete());
  std::vector<Observations> runs;
  for (const explorer::Word& word : explorer::words(outcomes.automaton(), 100)) {
    Observations run;
    for (const explorer::Symbol symbol : word) run.push_back(outcomes.observation(symbol));
    runs.push_back(std::move(run));
  }
  return runs;
}

bool sameRuns(const std::vector<Observations>& a, const std::vector<Observations>& b) {
  return std::ranges::is_permutation(a, b);
}

const Scenario& scenarioOf(const std::vector<Scenario>& scenarios, const std::string& id) {
  const auto found = std::ranges::find(scenarios, id, &Scenario::id);
  REQUIRE_MESSAGE(found != scenarios.end(), "no scenario for " << id);
  return *found;
}

TEST_CASE("each value of each choice point changes by itself what its scenario allows, for both engines alike") {
  const Loaded loaded = loadFile(SCENARIOS_DIRECTORY "/semantics/choice-points.json");
  REQUIRE(loaded.errors.empty());
  std::size_t values = 0;
  for (std::size_t number = 0; number < pointCount; ++number) {
    const auto point = static_cast<Point>(number);
    const PointInfo& info = infoOf(point);
    for (std::size_t value = 1; value < info.values.size(); ++value) {
      const std::string setting = std::string{info.name} + "=" + std::string{info.values[value]};
      const Scenario& scenario = scenarioOf(loaded.scenarios, setting);
      ++values;
      // In the draft every fault that comes before or after the check is the same TypeError.
      const std::string base = point == Point::destroyedCheck ? "useAfterDestroy=InvalidStateError" : "draft";
      const std::string changed = base == "draft" ? setting : base + "+" + setting;
      const auto before = allowedRuns(scenario, base, Engine::Reduced);
      const auto after = allowedRuns(scenario, changed, Engine::Reduced);
      // No timeline runs a release before an earlier read of the same tensor, so that one point has no effect.
      CHECK_MESSAGE(sameRuns(before, after) == (point == Point::abortReadOnRelease), setting);
      CHECK_MESSAGE(sameRuns(before, allowedRuns(scenario, base, Engine::Full)), scenario.id << " under " << base);
      CHECK_MESSAGE(sameRuns(after, allowedRuns(scenario, changed, Engine::Full)), scenario.id << " under " << changed);
      CHECK_MESSAGE(scenario.allowed.contains(changed), scenario.id << " claims nothing under " << changed);
    }
  }
  CHECK(values == loaded.scenarios.size());
}

TEST_CASE("each named semantics has a sequence that tells it from the draft, but for the one that changes nothing") {
  for (const NamedSemantics* named : namedSemantics()) {
    const std::string name{named->name};
    if (name == "draft") continue;
    const Loaded loaded = loadFile(SCENARIOS_DIRECTORY "/semantics/" + name + ".json");
    REQUIRE_MESSAGE(loaded.scenarios.size() == 1, name);
    const Scenario& scenario = loaded.scenarios.front();
    CHECK(scenario.allowed.contains(name));
    const bool same =
        sameRuns(allowedRuns(scenario, "draft", Engine::Reduced), allowedRuns(scenario, name, Engine::Reduced));
    CHECK_MESSAGE(same == (name == "read-aborts-on-release"), name);
  }
}

}  // namespace
}  // namespace conform
