// Whether the allowed outcomes of a scenario are what its author claims.
#pragma once

#include <string>
#include <vector>

#include "model/systems/AllowedOutcomes.hpp"

namespace conform {

/// Whether an outcome of the name is the one that is expected, within the scenario's tolerance.
bool matches(const Scenario& scenario, const Name& name, const ExpectedOutcome& expected, const Outcome& outcome);

/// What is wrong with the claim, each in a line for a reader; empty: it holds of the whole set. A claim about the
/// device trace is checked on `withDevice`, the same outcomes explored at the level of the device; null: not checked.
std::vector<std::string> wrongClaims(const Claim& claim, const AllowedOutcomes& outcomes,
                                     const AllowedOutcomes* withDevice = nullptr);

}  // namespace conform
