// The benchmark's family as a scenario: what the draft itself makes of it, each call a step of its own.
#pragma once

#include "checker/bench/FamilySystem.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// Each tensor of the family is an input and an output here, since the draft refuses a tensor on both sides of a
/// dispatch: write the input, dispatch, read the output. Timers destroy the outputs.
Scenario familyScenario(const Family& family);

}  // namespace conform
