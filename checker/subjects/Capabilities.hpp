// What a scenario needs of a subject, and what a subject has: the difference is `unsupported`, not wrong.
#pragma once

#include <optional>
#include <string>

#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// The capabilities of docs/subject-protocol.md.
struct Capabilities {
  bool timelineControl = false;
  bool failureInjection = false;
  bool deviceEvents = false;
  bool contextLoss = false;
  bool contextLossAnytime = false;  ///< A context can be lost, but nobody can say exactly when.
  bool constantTensors = true;
  bool gpuDevice = false;
  bool permissionsPolicy = false;
  bool documentGone = false;
};

/// What the scenario needs and the subject lacks, for a reader; nothing where it can run.
std::optional<std::string> whatIsLacking(const Scenario& scenario, const Capabilities& capabilities);

}  // namespace conform
