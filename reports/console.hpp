// The report that a person reads in a terminal, and a CI in its log: one line for each scenario, and every divergence
// explained to someone who has never seen this program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "reports/Report.hpp"

namespace conform {

struct Console {
  bool colours = false;
  std::size_t width = 80;
  enum class Detail : std::uint8_t {
    Quiet,    ///< Only what does not conform.
    Normal,   ///< A line for each scenario.
    Verbose,  ///< Also why a finding is what it is where all is well, and the run step by step.
  } detail = Detail::Normal;

  void write(const Finding& finding, std::ostream& out) const;
  /// The lanes of a told run.
  void write(const std::vector<TimelineStep>& narration, std::ostream& out) const;

 private:
  void explain(const Finding& finding, std::ostream& out) const;
  void write(const Probe& probe, std::ostream& out) const;
  std::string coloured(std::string_view text, const char* code) const;
  std::string label(Verdict verdict) const;
  void paragraph(std::string_view text, std::size_t indent, std::ostream& out, std::size_t hanging = 0) const;
};

}  // namespace conform
