// JSON, for programs: docs/report.schema.json.
#include <array>
#include <ostream>

#include "reports/Format.hpp"
#include "reports/findingJson.hpp"

namespace conform {
namespace {

/// Hostile bytes in observed values are replaced, never fatal.
void write(const nlohmann::ordered_json& json, int indent, std::ostream& out) {
  out << json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void writeJson(const Report& report, std::ostream& out) {
  nlohmann::ordered_json counts = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < verdictCount; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    if (const std::size_t count = report.count(verdict)) counts[std::string{nameOf(verdict)}] = count;
  }
  out << "{\n\"version\": 1,\n\"program\": ";
  write(report.program, -1, out);
  out << ",\n\"draft\": ";
  write(report.draft, -1, out);
  out << ",\n\"counts\": ";
  write(counts, -1, out);
  out << ",\n\"findings\": [";
  const char* separator = "\n";
  for (const Finding& finding : report.findings) {
    out << separator;
    write(toJson(finding), 1, out);
    separator = ",\n";
  }
  out << "\n]\n}\n";
}

}  // namespace

extern const ReportFormat jsonFormat;
const ReportFormat jsonFormat{"json", "JSON, for programs (docs/report.schema.json)", writeJson};

}  // namespace conform
