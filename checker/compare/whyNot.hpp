// Why an outcome is not allowed: how far some run goes along with it, and what every run shows there instead.
#pragma once

#include <variant>

#include "model/systems/AllowedOutcomes.hpp"
#include "reports/Report.hpp"

namespace conform {

/// Some run shows it.
struct IsAllowed {
  explorer::Word run;
};
struct NotAllowed {
  explorer::Word prefix;               ///< The longest that any run has in common with the outcome.
  std::vector<Alternative> instead;    ///< What may come next there; all of it contradicts the outcome.
  std::vector<std::string> neverSeen;  ///< Names that the outcome asks for and no such run has shown by then.
};
/// Names that the outcome does not mention may have any.
std::variant<IsAllowed, NotAllowed> whyNot(const AllowedOutcomes& outcomes, const JointOutcome& outcome);

}  // namespace conform
