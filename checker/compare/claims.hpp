// Whether the allowed outcomes of a scenario are what its author claims.
#pragma once

#include <string>
#include <vector>

#include "model/systems/AllowedOutcomes.hpp"

namespace conform {

/// What is wrong with the claim; empty: it holds. At most `limit` outcomes are looked at.
std::vector<std::string> wrongClaims(const Scenario& scenario, const Claim& claim, const AllowedOutcomes& outcomes,
                                     std::size_t limit = 20'000);

}  // namespace conform
