// The runs that a portable test must accept, listed one by one.
#pragma once

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "model/semantics/Semantics.hpp"
#include "model/vocabulary/Observation.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

struct AllowedRuns {
  std::vector<Observations> runs;
  std::set<Name> openValues;  ///< Names whose value may be any.
};

/// Why a scenario cannot be written as a test.
struct NotExportable {
  std::string reason;
  Place place;
};

/// All runs that the semantics allows, under either order of the timelines: text and explainer contradict each other
/// there, so that no test may rely on it.
std::variant<AllowedRuns, NotExportable> portableRuns(const Scenario& scenario, const Semantics& semantics);

}  // namespace conform
