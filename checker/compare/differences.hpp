// Where an observed run leaves what is allowed: after each difference the comparison goes on from the nearest allowed
// place, so that one run can show several.
#pragma once

#include <string>
#include <vector>

#include "model/systems/AllowedOutcomes.hpp"
#include "reports/Report.hpp"

namespace conform {

struct Differences {
  explorer::Word nearest;
  std::vector<Difference> list;  ///< Empty: the run is allowed.
  bool isUnspecified = false;    ///< Allowed only because a value is left open.
  std::string unspecified;       ///< What was seen there.
};
Differences differences(const AllowedOutcomes& outcomes, const Observations& observed);

/// The step that decides the observation at `index` of an allowed word; none where no run is found or no step decides.
CitedStep decidingStep(const std::vector<NarratedStep>& narration, std::size_t index);

}  // namespace conform
