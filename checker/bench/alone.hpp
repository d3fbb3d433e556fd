// What is promised of our own engine whatever Spin does, each with its floor.
#pragma once

#include <string>
#include <vector>

namespace conform {

struct Promise {
  std::string what;
  std::string measured, floor;
  bool isKept = false;
};

/// One context with 20 reads and a loss at any time, 10^12 outcomes counted, membership, small scenarios a second.
std::vector<Promise> measureAlone();

}  // namespace conform
