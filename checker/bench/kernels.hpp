// Times the reference kernels: on cases of its own, against plain loops, or on operator vectors from a file.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "checker/scenario/wptVectors.hpp"

namespace conform {

struct KernelTime {
  std::string name;
  double milliseconds = 0;  ///< The best of several runs: checks, kernel and store.
  double plain = 0;         ///< The same by a plain loop in float32, which rounds at each step; 0: there is none.
};

/// Cases of a size that models have.
std::vector<KernelTime> timeKernels();

/// Each vector of the file's text, in order.
std::vector<KernelTime> timeVectors(const std::string& json);

/// A table, with ratios.
void printKernelTimes(std::ostream& out, const std::vector<KernelTime>& times);

}  // namespace conform
