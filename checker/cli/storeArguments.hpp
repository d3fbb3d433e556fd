// What a run keeps and is held against: --results, --resume, --shard, --timings, --expectations.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checker/cli/Command.hpp"
#include "checker/expectations/Judge.hpp"
#include "checker/results/ResultsWriter.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

class StoreArguments {
 public:
  void declare(CLI::App& app);

  /// Reads what the options name, and begins or goes on with the results file. `head`: what is run, its scenarios,
  /// fingerprint and shard excepted. `semantics`: a scenario is done when there is a finding for each. Throws
  /// UsageError.
  void open(ResultsHead head, std::span<const Scenario> scenarios, std::span<const std::string> semantics);

  /// The scenarios, by index, that this run has to check: of its shard, and not stored already.
  const std::vector<std::size_t>& due() const { return due_; }
  /// What the resumed file holds.
  std::vector<Finding> stored() const;

  /// Stores it, and tells whether it is known.
  void take(Finding& finding, double seconds);
  /// The same without storing: of what is stored already.
  void judge(Finding& finding);

  /// All is checked: ends the results file, writes the expectations anew where asked. Gives what there is to tell;
  /// `failed`: whether that alone makes the run fail.
  std::vector<std::string> finish(bool& failed);

 private:
  void readExpectations();
  void keepDone(std::span<const std::string> semantics);
  std::vector<double> weights(std::span<const Scenario> scenarios) const;

  std::string results_, resume_, shard_, timings_, expectations_;
  bool update_ = false;
  std::optional<Results> before_;
  std::optional<ResultsWriter> writer_;
  std::optional<Judge> judge_;
  std::vector<std::size_t> due_;
};

}  // namespace conform
