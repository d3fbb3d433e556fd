// Several ways to the same set of outcomes, run in turn, round after round, so that all of them meet the same machine.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace conform {

/// What one run gave.
struct Measured {
  std::string problem;  ///< Why there is no result; empty where there is one.
  double cpuSeconds = 0;
  double states = 0, transitions = 0;
  std::size_t peakKiB = 0;
  std::string outcomes;  ///< Their number.
};

struct Contender {
  std::string name;
  double buildSeconds = 0;  ///< Before the first run, apart.
  bool listsOutcomes = true;
  /// Writes the outcomes, sorted, one a line, to the file, if it lists them.
  std::function<Measured(const std::string& file)> run;
};

struct Standing {
  std::string name;
  std::string problem;
  double buildSeconds = 0, least = 0, median = 0;  ///< CPU seconds.
  Measured last;
};

struct ContestResult {
  std::vector<Standing> standings;
  std::vector<std::string> differences;  ///< Of the outcome sets; empty where all are equal.

  /// Nothing where it did not run to its end.
  const Standing* find(const std::string& name) const;
};

/// A contender that fails in one round is left out of the next.
ContestResult runContest(const std::vector<Contender>& contenders, unsigned rounds);

/// A table; the ratios are to `reference`, where it has a result.
void print(const ContestResult& result, const std::string& reference, std::ostream& out);

/// "31.2 us", "0.27 ms", "26.4 s".
std::string secondsAsText(double seconds);

}  // namespace conform
