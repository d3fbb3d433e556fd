// Reads the cases of a catalogue (shared/timeline/VOCABULARY.md) straight into scenarios, and checks one run against
// what a case claims. For tests of subjects: nothing of the loader or the model is involved.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/vocabulary/Observation.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform::tests {

struct Case {
  Scenario scenario;
  Claim draft;                        ///< `names` has the single-valued ones too.
  std::vector<std::string> allNames;  ///< Of the calls, nested ones too.
};

/// Nothing: there is no such file (the shared folder is not part of the project).
std::optional<std::vector<Case>> readCatalogue();

/// What Chromium 153 was seen to do with the cases: for each, one of these runs.
std::map<std::string, std::vector<Case>> readObserved();

/// What of the run contradicts the claim of the draft; empty: nothing.
std::string contradiction(const Case& one, const Observations& run);

/// Which of the joint outcomes it was: a position in the claim's list, or its size if it was none.
std::size_t jointOutcome(const Case& one, const Observations& run);

/// A run as text, for messages.
std::string textOf(const Observations& run);

}  // namespace conform::tests
