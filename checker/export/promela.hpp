// A scenario as a Promela model, made from the scenario and the draft's steps alone: nothing of the model's algorithms
// is used, so that Spin's complete list of outcomes is a second opinion.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/vocabulary/Granularity.hpp"
#include "model/vocabulary/Observation.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// What the exported model does differently.
enum class PromelaSemantics : std::uint8_t { Draft, Option1, Option2, Prototype2024 };

std::optional<PromelaSemantics> promelaSemanticsNamed(const std::string& name);

/// What the scenario uses that cannot be exported, each with its place.
struct PromelaProblems {
  std::vector<std::string> reasons;
};

/// A model for Spin 6. Its verifier appends one line for each outcome to the file that the environment variable
/// OUTCOMES names (see promelaLine), in any order; no line comes twice.
std::variant<std::string, PromelaProblems> exportPromela(const Scenario& scenario, PromelaSemantics semantics,
                                                         const Granularity& granularity = {});

/// An outcome as the exported model prints it: "r=resolved:[1,2] d=returns:undefined p=pending".
std::string promelaLine(const Observations& outcome);

}  // namespace conform
