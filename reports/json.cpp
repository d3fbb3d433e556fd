// JSON, for programs: docs/report.schema.json. One finding a line.
#include <ostream>

#include "reports/Format.hpp"
#include "reports/explain.hpp"
#include "reports/findingJson.hpp"

namespace conform {
namespace {

void writeReport(const Report& report, std::ostream& out) {
  std::string text;
  JsonText json{text};
  json.open('{');
  json.member("version", 1);
  json.member("program", report.program);
  json.member("draft", report.draft);
  json.member("specification", publishedDraft);
  json.key("counts");
  json.open('{');
  for (std::size_t i = 0; i < verdictCount; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const std::size_t count = report.count(verdict);
    if (count == 0) continue;
    json.member(nameOf(verdict), count);
  }
  json.close('}');
  if (!report.notes.empty()) {
    json.member("notes", report.notes);
  }
  json.key("findings");
  json.open('[');
  out << text;
  const char* separator = "\n";
  for (const Finding& finding : report.findings) {
    text.clear();
    JsonText line{text};
    writeJson(line, finding);
    out << separator << text;
    separator = ",\n";
  }
  out << "\n]}\n";
}

}  // namespace

extern const ReportFormat jsonFormat;
const ReportFormat jsonFormat{"json", "JSON, for programs (docs/report.schema.json)", writeReport};

}  // namespace conform
