// A report format: one file, one record, one word in meson.build.
#pragma once

#include <iosfwd>
#include <span>
#include <string_view>

#include "reports/Report.hpp"

namespace conform {

struct ReportFormat {
  std::string_view name;         ///< As `--report NAME=PATH` spells it.
  std::string_view description;  ///< One line, for --help.
  void (*write)(const Report& report, std::ostream& out);
};
std::span<const ReportFormat* const> reportFormats();
/// Null if there is none with this name.
const ReportFormat* reportFormatNamed(std::string_view name);

}  // namespace conform
