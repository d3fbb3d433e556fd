// Spin as a second opinion: a Promela model is made into a verifier, which is run; each step has its own account.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/bench/Process.hpp"

namespace conform {

/// How the verifier is built and run.
struct SpinOptions {
  std::vector<std::string> definitions;            ///< For Spin's preprocessor: "-DK=2".
  std::vector<std::string> compiler{"-O2"};        ///< For gcc, besides what every verifier here needs.
  std::vector<std::string> verifier{"-m1000000"};  ///< Depth of the search, size of the table, ...
  ProcessLimits limits;                            ///< Of the run.
};

struct SpinResult {
  std::string problem;  ///< Empty where the search is complete.
  bool wasCut = false;  ///< By the bound on memory or time.
  double states = 0, transitions = 0;
  double cpuSeconds = 0;
  std::size_t peakKiB = 0;
};

/// A verifier, ready to run any number of times.
class SpinVerifier {
 public:
  SpinVerifier(const std::string& model, SpinOptions options);
  /// Empty where it could be built.
  const std::string& problem() const { return problem_; }
  double buildSeconds() const { return buildSeconds_; }
  /// In the file `outcomes`: the lines that the model wrote to $OUTCOMES, sorted, none twice.
  SpinResult run(const std::string& outcomes) const;

 private:
  ScratchDirectory directory_;
  SpinOptions options_;
  std::string problem_;
  double buildSeconds_ = 0;
};

/// What is missing: "spin", "gcc"; empty where nothing is.
std::string spinIsMissing();

}  // namespace conform
