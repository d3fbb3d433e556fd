// Observed against allowed: which symbols of the automaton an observation can be, and in what a value differs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/explorer/operations.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform {

/// One line for a reader: "r resolved [1, 2]"; of a long list, the first elements.
std::string textOf(const Observation& observation);
/// The same, each for itself.
std::vector<std::string> textsOf(const Observations& observations);
std::vector<std::string> textsOf(const AllowedOutcomes& outcomes, const explorer::Word& word);
/// "[1, 2, ...]": the first elements, each as `element` gives it.
std::string listText(std::size_t count, const std::function<std::string(std::size_t)>& element);

/// How far the values of this name may be from what is expected: the scenario's own for it, else the one for all.
Tolerance toleranceFor(const Scenario& scenario, const Name& name);

/// How an allowed observation and one that was seen go together.
struct Fit {
  explorer::Likeness likeness = explorer::Likeness::Other;
  bool isUnspecified = false;  ///< Only because the draft (or the scenario) leaves the value open.
  std::string detail;          ///< Of numbers that differ: "element 3 is 2.5, not 2.25: 12 ULP apart, allowed 8".
};
/// Within the scenario's tolerance.
Fit fit(const Scenario& scenario, const Observation& allowed, const Observation& seen, bool anyValue);

/// How far the run is allowed, and what was allowed there.
explorer::Followed followObserved(const AllowedOutcomes& outcomes, const Observations& observed);

}  // namespace conform
