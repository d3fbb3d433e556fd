#include "reports/Format.hpp"

namespace conform {

const ReportFormat* reportFormatNamed(std::string_view name) {
  for (const ReportFormat* format : reportFormats()) {
    if (format->name == name) return format;
  }
  return nullptr;
}

}  // namespace conform
