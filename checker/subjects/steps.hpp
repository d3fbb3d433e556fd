// Walking over the steps of a scenario, those inside `then` and `microtask` too.
#pragma once

#include <variant>
#include <vector>

#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// Calls visit(step) for each step, in the order of the text.
template <class Visit>
void forEachStep(const std::vector<Step>& steps, Visit&& visit) {
  for (const Step& step : steps) {
    visit(step);
    if (const auto* microtask = std::get_if<Microtask>(&step.what)) forEachStep(microtask->steps, visit);
    if (const auto* then = std::get_if<Then>(&step.what)) forEachStep(then->steps, visit);
  }
}

}  // namespace conform
