// Small scenarios drawn at random: the same seed gives the same scenario everywhere.
#pragma once

#include <cstdint>

#include "model/vocabulary/Scenario.hpp"

namespace conform {

struct GenerateOptions {
  unsigned calls = 6;           ///< About so many steps in script, tasks and reactions together.
  unsigned contexts = 2;        ///< At most.
  unsigned tensors = 3;         ///< At most, in the set-up.
  bool losses = true;           ///< Contexts may be lost at any time; context.destroy().
  bool failures = true;         ///< failNext, deviceFail.
  bool reactions = true;        ///< then, microtask.
  bool tasks = true;            ///< Timer tasks.
  bool builds = true;           ///< build() in the script, creations too.
  bool buffers = true;          ///< Reads into buffers, peek, fill, detach.
  bool scriptControl = true;    ///< await, turn, settle.
  bool timelineControl = true;  ///< pause, resume, drain, runTimeline.
};

/// Uses a few of the features that the options allow, chosen by the seed: a scenario that uses all of them at once
/// would be too large to be explored in full.
Scenario generateScenario(std::uint64_t seed, const GenerateOptions& options = {});

}  // namespace conform
