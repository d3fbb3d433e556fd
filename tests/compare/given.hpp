// Scenarios for the tests of the comparison.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "checker/scenario/load.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform::tests {

/// Of scenarios/thread, by its id.
inline Scenario threadScenario(const std::string& id) {
  const Loaded loaded = loadFile(std::string{SCENARIOS_DIRECTORY} + "/thread/" + id + ".json");
  REQUIRE(loaded.scenarios.size() == 1);
  return loaded.scenarios[0];
}

/// One context `c`, tensors `t` and `u` of two float32 each, and these members.
inline Scenario scenarioWith(const std::string& members) {
  const std::string tensor =
      R"({"call": "createTensor", "on": "c", "as": "NAME",
          "descriptor": {"dataType": "float32", "shape": [2], "readable": true, "writable": true}})";
  const auto named = [&](const std::string& name) {
    std::string text = tensor;
    return text.replace(text.find("NAME"), 4, name);
  };
  const Loaded loaded = loadScenarios(
      "given.json",
      R"({"version": 1, "id": "given", "title": "given", "setup": [{"call": "createContext", "as": "c"},)" +
          named("t") + "," + named("u") + "]," + members + "}");
  for (const LoadError& error : loaded.errors) FAIL_CHECK(error.text());
  REQUIRE(loaded.scenarios.size() == 1);
  return loaded.scenarios[0];
}

inline AllowedOutcomes allowedUnder(const Scenario& scenario, const std::string& semantics,
                                    const ExploreOptions& options = {}) {
  const auto answer = allowedOutcomes(scenario, parseSemantics(semantics), options);
  REQUIRE(std::holds_alternative<AllowedOutcomes>(answer));
  return std::get<AllowedOutcomes>(answer);
}

}  // namespace conform::tests
