// The benchmark's family F(K, T, R, ND, XM, LOSS) as scenarios.
#pragma once

#include <string>
#include <vector>

#include "model/vocabulary/Granularity.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// K contexts with T tensors each. The script does, `rounds` times for each tensor: write, `dispatches` times dispatch,
/// read. Then timer tasks each destroy the tensors of one context; every context may be lost at any time.
struct Family {
  unsigned contexts = 2, tensors = 2, rounds = 1, dispatches = 1;
  bool timers = true, losses = true;

  unsigned promises() const { return contexts * tensors * rounds; }
  std::string name() const;
  /// As definitions for the C preprocessor that Spin runs: "-DK=2 -DT=2 ...".
  std::vector<std::string> definitions() const;
};

/// The granularity in which the family was first written and counted: 309 outcomes of Medium, the member of defaults.
constexpr Granularity pinned{.wholeTasks = true, .tasksInOrder = true, .oneRelease = true, .lossInOrder = true};

/// Each tensor of the family is an input and an output here, since the draft refuses a tensor on both sides of a
/// dispatch: write the input, dispatch, read the output. Timers destroy the outputs.
Scenario familyScenario(const Family& family);

}  // namespace conform
