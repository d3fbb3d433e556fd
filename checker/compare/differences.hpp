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
  /// What the first wrong contents should have been; 0: no contents are wrong.
  explorer::Symbol wrongContents = 0;
};
Differences differences(const AllowedOutcomes& outcomes, const Observations& observed);

/// What may come next at a node that the prefix leads to, each with the step that would lead to it; `first` (0: none)
/// before all others, and nothing else if `onlyFirst`.
std::vector<Alternative> alternativesAt(const AllowedOutcomes& outcomes, const explorer::Word& prefix,
                                        std::uint32_t node, explorer::Symbol first = 0, bool onlyFirst = false);

/// Where something else than the word was allowed, along an allowed word.
std::vector<Choice> choicesAlong(const AllowedOutcomes& outcomes, const explorer::Word& word);

/// The step that decides the observation at `index` of an allowed word; none where no run is found or no step decides.
CitedStep decidingStep(const std::vector<NarratedStep>& narration, std::size_t index);

}  // namespace conform
