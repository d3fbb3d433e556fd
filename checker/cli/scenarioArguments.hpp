// What most commands are given: scenario files, semantics, bounds. Declares the options and reads what they name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "checker/cli/Command.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/AllowedOutcomes.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// Scenario files and folders; "-" is standard input.
class ScenarioArguments {
 public:
  /// `otherwise`: what is read where none is named; empty: one must be named.
  CLI::Option* declare(CLI::App& app, const std::string& otherwise = {});
  /// Reads the files one by one; tells what is wrong with them on standard error, and hands over what is good. Nothing
  /// is lost: the good scenarios of a bad file are handed over too.
  void forEach(const std::function<void(const Scenario&)>& take);
  std::vector<Scenario> all();
  /// Whether anything was wrong with the files: exit status 2.
  bool badInput() const { return badInput_; }

  std::vector<std::string> paths;

 private:
  std::vector<std::string> only_;
  bool badInput_ = false;
};

/// `--semantics A,B+C`: a comma separates several.
class SemanticsArgument {
 public:
  void declare(CLI::App& app);
  std::vector<Semantics> all() const;
  /// The only one. Throws UsageError where several are named.
  Semantics one() const;

  std::string text = "draft";
};

/// `--granularity A,B`: steps that are coarser than the draft's.
class GranularityArgument {
 public:
  void declare(CLI::App& app);
  Granularity granularity() const;

 private:
  std::vector<std::string> coarser_;
};

/// --max-states, --max-memory, --timeout, and --level: how much is explored, and of what.
class BoundArguments {
 public:
  void declare(CLI::App& app);
  /// Also --level, where what the device does can be seen in its order: not of a real subject, whose device runs beside
  /// the script.
  void declareWithLevel(CLI::App& app);
  void apply(ExploreOptions& options) const;

 private:
  ExploreOptions defaults_;
  std::size_t maxStates_ = defaults_.maxStates, maxMemory_ = defaults_.maxMemory >> 20;
  double timeout_ = defaults_.timeoutSeconds;
  std::string level_ = "script";
};

}  // namespace conform
