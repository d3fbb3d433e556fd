// Observed against allowed: follows what a subject showed through the automaton of what is allowed.
#pragma once

#include <string>
#include <vector>

#include "model/explorer/operations.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform {

/// One line for a reader: "read resolved [1, 2]".
std::string textOf(const Observation& observation);

/// How far the run is allowed, and what was allowed there.
explorer::Followed followObserved(const AllowedOutcomes& outcomes, const Observations& observed);

}  // namespace conform
