// What a command prints and writes: the console's detail, and `--report FORMAT=PATH`.
#pragma once

#include <string>
#include <vector>

#include "checker/cli/Command.hpp"
#include "reports/Format.hpp"
#include "reports/console.hpp"

namespace conform {

class ReportArguments {
 public:
  void declare(CLI::App& app);
  /// Colours only on a terminal, and not where NO_COLOR is set.
  Console console() const;
  /// Whether every finding is to carry a told run.
  bool narrates() const { return verbose_ || !reports_.empty(); }
  /// Writes all reports. Throws UsageError for a file that cannot be written.
  void write(const Report& report) const;

 private:
  std::vector<std::string> reports_;
  bool quiet_ = false, verbose_ = false;
};

/// The console without options: for a command that only tells.
Console plainConsole();

/// Of this program and the draft that it models; no findings yet.
Report emptyReport();

}  // namespace conform
