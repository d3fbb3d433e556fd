// GitHub annotations: workflow commands on standard output, each pointing at a scenario's line.
#include <ostream>

#include "reports/Format.hpp"
#include "reports/explain.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

/// As the runner reads it back. A property besides may hold neither ":" nor ",".
std::string escaped(std::string_view text, bool isProperty) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '%':
        out += "%25";
        break;
      case '\n':
        out += "%0A";
        break;
      case ':':
        out += isProperty ? "%3A" : ":";
        break;
      case ',':
        out += isProperty ? "%2C" : ",";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Empty: nothing to point out.
std::string_view commandOf(const Finding& finding) {
  if (!finding.known.empty()) return "notice";
  switch (finding.verdict) {
    case Verdict::Diverges:
    case Verdict::Broken:
      return "error";
    case Verdict::Unknown:
      return "warning";
    case Verdict::Unspecified:
      return "notice";
    case Verdict::Unsupported:
    case Verdict::NotApplicable:
    case Verdict::Conforms:
      return {};
  }
  return {};
}

void writeGithub(const Report& report, std::ostream& out) {
  for (const Finding& finding : report.findings) {
    const std::string_view command = commandOf(finding);
    if (command.empty()) continue;
    out << "::" << command << " ";
    if (!finding.file.empty()) out << "file=" << escaped(finding.file, true) << ",";
    if (finding.line != 0) out << "line=" << finding.line << ",";
    const std::string title = std::string{nameOf(finding.verdict)} + ": " + finding.id + " under " + finding.semantics +
                              " on " + finding.subject;
    const std::string details = explain(finding);
    out << "title=" << escaped(title, true) << "::" << escaped(details.empty() ? headline(finding) : details, false)
        << "\n";
  }
  for (const std::string& note : report.notes) out << "::warning title=expectations::" << escaped(note, false) << "\n";
  out << escaped("webnn-conform: " + report.summary(), false) << "\n";
}

}  // namespace

extern const ReportFormat githubFormat;
const ReportFormat githubFormat{"github", "GitHub annotations, for the log of a workflow", writeGithub};

}  // namespace conform
