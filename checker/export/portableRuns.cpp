#include "checker/export/portableRuns.hpp"

#include <algorithm>
#include <optional>

#include "model/explorer/operations.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform {
namespace {

constexpr std::size_t maxRuns = 1000;

/// Adds what this one semantics allows; says why that cannot be done.
std::optional<NotExportable> add(AllowedRuns& all, const Scenario& scenario, const Semantics& semantics) {
  const auto answer = allowedOutcomes(scenario, semantics, {});
  if (const auto* why = std::get_if<NotApplicable>(&answer)) {
    return NotExportable{why->reason, why->place.value_or(scenario.place)};
  }
  const auto& outcomes = std::get<AllowedOutcomes>(answer);
  if (!outcomes.complete()) return NotExportable{outcomes.whyIncomplete(), scenario.place};
  explorer::forEachWord(outcomes.automaton(), [&](const explorer::Word& word) {
    Observations run;
    for (const explorer::Symbol symbol : word) {
      run.push_back(outcomes.observation(symbol));
      if (outcomes.isUnspecified(symbol)) all.openValues.insert(run.back().name);
    }
    if (std::find(all.runs.begin(), all.runs.end(), run) == all.runs.end()) all.runs.push_back(std::move(run));
    return all.runs.size() <= maxRuns;
  });
  if (all.runs.size() <= maxRuns) return std::nullopt;
  return NotExportable{"more than " + std::to_string(maxRuns) + " runs are allowed", scenario.place};
}

}  // namespace

std::variant<AllowedRuns, NotExportable> portableRuns(const Scenario& scenario, const Semantics& semantics) {
  AllowedRuns all;
  Semantics dependency = semantics;
  dependency.settings[static_cast<std::size_t>(Point::timelineOrder)] = 1;
  if (auto failed = add(all, scenario, semantics)) return *failed;
  if (auto failed = add(all, scenario, dependency)) return *failed;
  return all;
}

}  // namespace conform
