// Whether the allowed outcomes of a scenario are what its author claims.
#pragma once

#include <string>
#include <vector>

#include "model/systems/AllowedOutcomes.hpp"

namespace conform {

/// Whether an outcome is the one that is expected.
bool matches(const ExpectedOutcome& expected, const Outcome& outcome);

/// What is wrong with the claim, each in a line for a reader; empty: it holds of the whole set. A claim about the
/// device trace is checked on `withDevice`, the same outcomes explored at the level of the device; null: not checked.
std::vector<std::string> wrongClaims(const Claim& claim, const AllowedOutcomes& outcomes,
                                     const AllowedOutcomes* withDevice = nullptr);

}  // namespace conform
