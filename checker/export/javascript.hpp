// A scenario as JavaScript to read: in a report, beside its JSON. Short rather than complete: errors are not caught.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// The first `steps` top-level steps of the script only, if there are more. What only a test harness can do (device
/// events, tasks, events at any time) becomes a comment.
std::string javascriptOf(const Scenario& scenario, std::size_t steps = static_cast<std::size_t>(-1));

/// The first line of each step, by its JSON pointer.
std::map<std::string, std::string> javascriptOfSteps(const Scenario& scenario);

}  // namespace conform
