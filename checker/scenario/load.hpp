// Reads scenario files (docs/scenario-format.md). All that is wrong with a file is reported at once, each with its
// place; what is good in it still runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checker/scenario/LoadError.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

struct Loaded {
  std::vector<Scenario> scenarios;  ///< Those without an error, in the order of the file.
  std::vector<LoadError> errors;    ///< In the order of the file.
};

/// The text of one file: a scenario, or an array of them.
Loaded loadScenarios(const std::string& file, std::string_view text);

/// Reads the file; "-" is standard input. Not being able to read it is an error of the list.
Loaded loadFile(const std::string& file);

/// An outcome of the scenario, in the form of its claims: {"r": {"rejected": "InvalidStateError"}}. Names that are left
/// out may have any outcome.
struct LoadedOutcome {
  JointOutcome outcome;
  std::vector<LoadError> errors;
};
LoadedOutcome loadOutcome(const std::string& file, const Scenario& scenario);

/// All .json files below a folder (but not the schema, nor those in a folder `expectations`), in order of their paths;
/// of a file, that file.
std::vector<std::string> scenarioFilesIn(const std::string& path);

}  // namespace conform
