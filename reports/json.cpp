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
  json.key("version");
  json.value(1);
  json.key("program");
  json.value(report.program);
  json.key("draft");
  json.value(report.draft);
  json.key("specification");
  json.value(publishedDraft);
  json.key("counts");
  json.open('{');
  for (std::size_t i = 0; i < verdictCount; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const std::size_t count = report.count(verdict);
    if (count == 0) continue;
    json.key(nameOf(verdict));
    json.value(count);
  }
  json.close('}');
  if (!report.notes.empty()) {
    json.key("notes");
    json.open('[');
    for (const std::string& note : report.notes) json.value(note);
    json.close(']');
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
