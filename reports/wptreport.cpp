// wptreport JSON, for tools that read results of web-platform-tests: one test for each scenario, one subtest for each
// semantics (and subject, where there are several).
#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <utility>

#include "reports/Format.hpp"
#include "reports/JsonText.hpp"
#include "reports/explain.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

/// Readers use the path of a test as a file name: only letters that can do no harm there.
std::string pathOf(std::string_view id) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string path = "/webnn-conform/";
  for (const char c : id) {
    const bool isPlain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (isPlain) {
      path += c;
    } else {
      path += {'%', digits[static_cast<unsigned char>(c) >> 4], digits[static_cast<unsigned char>(c) & 15]};
    }
  }
  return path;
}

std::string_view statusOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::Conforms:
    case Verdict::Unspecified:
      return "PASS";
    case Verdict::Diverges:
      return "FAIL";
    case Verdict::Broken:
    case Verdict::Unknown:
      return "NOTRUN";
    case Verdict::Unsupported:
    case Verdict::NotApplicable:
      return "PRECONDITION_FAILED";
  }
  return {};
}

std::string namesOf(const std::set<std::string>& names) {
  return names.empty() ? "unknown" : printable(joined(names, "+"));
}

void writeMessage(JsonText& json, const std::string& message) {
  json.key("message");
  if (message.empty()) {
    json.raw("null");
  } else {
    json.value(printable(message));
  }
}

/// What the name of a subtest has to say for no two of one test to be the same.
enum class Naming : std::uint8_t { Semantics, Subject, Version };

void writeSubtest(JsonText& json, const Finding& finding, Naming naming) {
  std::string name = finding.semantics;
  if (naming != Naming::Semantics) name += " on " + finding.subject;
  if (naming == Naming::Version && !finding.subjectVersion.empty()) name += " " + finding.subjectVersion;
  json.open('{');
  json.member("name", printable(name));
  json.member("status", statusOf(finding.verdict));
  if (isFailure(finding)) {
    json.member("expected", "PASS");
  }
  const bool says = finding.verdict != Verdict::Conforms;
  writeMessage(json, says ? std::string{nameOf(finding.verdict)} + ": " + headline(finding) : "");
  json.close('}');
}

void writeTest(JsonText& json, const std::string& path, const std::vector<const Finding*>& findings, Naming naming) {
  json.open('{');
  json.member("test", path);
  const auto broken = std::ranges::find(findings, Verdict::Broken, &Finding::verdict);
  json.member("status", broken == findings.end() ? "OK" : "CRASH");
  writeMessage(json, broken == findings.end() ? "" : headline(**broken));
  json.key("subtests");
  json.open('[');
  for (const Finding* finding : findings) writeSubtest(json, *finding, naming);
  json.close(']');
  json.close('}');
}

void writeWptreport(const Report& report, std::ostream& out) {
  std::map<std::string, std::vector<const Finding*>> tests;
  std::set<std::string> subjects, versions;
  std::set<std::pair<std::string, std::string>> pairs;
  for (const Finding& finding : report.findings) {
    tests[pathOf(finding.id)].push_back(&finding);
    subjects.insert(finding.subject);
    pairs.emplace(finding.subject, finding.subjectVersion);
    versions.insert(finding.subjectVersion.empty() ? "unknown" : finding.subjectVersion);
  }
  const Naming naming = pairs.size() > subjects.size() ? Naming::Version
                        : subjects.size() > 1          ? Naming::Subject
                                                       : Naming::Semantics;
  std::string text;
  JsonText json{text};
  json.open('{');
  json.key("run_info");
  json.open('{');
  json.member("product", namesOf(subjects));
  json.member("browser_version", namesOf(versions));
  json.member("os", "linux");
  json.member("revision", report.draft.empty() ? std::string{"unknown"} : report.draft);
  json.close('}');
  json.key("results");
  json.open('[');
  for (const auto& [path, findings] : tests) {
    text += '\n';
    writeTest(json, path, findings, naming);
  }
  text += '\n';
  json.close(']');
  json.close('}');
  out << text << "\n";
}

}  // namespace

extern const ReportFormat wptreportFormat;
const ReportFormat wptreportFormat{
    "wptreport", "wptreport JSON, as tools of web-platform-tests read it (docs/wptreport.schema.json)", writeWptreport};

}  // namespace conform
