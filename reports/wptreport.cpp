// wptreport JSON, for tools that read results of web-platform-tests: one test for each scenario, one subtest for each
// semantics (and subject, where there are several).
#include <map>
#include <ostream>
#include <set>

#include "reports/Format.hpp"
#include "reports/explain.hpp"
#include "reports/findingJson.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

using Json = nlohmann::ordered_json;

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

std::string joined(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "+") + name;
  return text.empty() ? "unknown" : printable(text);
}

Json subtest(const Finding& finding, bool hasSeveral) {
  Json json = {{"name", printable(finding.semantics + (hasSeveral ? " on " + finding.subject : ""))},
               {"status", statusOf(finding.verdict)}};
  if (finding.verdict == Verdict::Conforms) {
    json["message"] = nullptr;
  } else {
    json["message"] = printable(std::string{nameOf(finding.verdict)} + ": " + headline(finding));
  }
  json["known_intermittent"] = Json::array();
  return json;
}

void writeWptreport(const Report& report, std::ostream& out) {
  std::map<std::string, std::vector<const Finding*>> tests;
  std::set<std::string> subjects, versions;
  for (const Finding& finding : report.findings) {
    tests[pathOf(finding.id)].push_back(&finding);
    subjects.insert(finding.subject);
    versions.insert(finding.subjectVersion.empty() ? "unknown" : finding.subjectVersion);
  }
  const Json about = {{"product", joined(subjects)},
                      {"browser_version", joined(versions)},
                      {"os", "linux"},
                      {"revision", report.draft.empty() ? "unknown" : printable(report.draft)}};
  out << "{\n\"run_info\": " << about.dump() << ",\n\"results\": [";
  const char* separator = "\n";
  for (const auto& [path, findings] : tests) {
    Json test = {{"test", path}, {"status", "OK"}, {"message", nullptr}, {"subtests", Json::array()}};
    for (const Finding* finding : findings) {
      if (finding->verdict == Verdict::Broken) {
        test["status"] = "CRASH";
        test["message"] = printable(headline(*finding));
      }
      test["subtests"].push_back(subtest(*finding, subjects.size() > 1));
    }
    out << separator << test.dump();
    separator = ",\n";
  }
  out << "\n]\n}\n";
}

}  // namespace

extern const ReportFormat wptreportFormat;
const ReportFormat wptreportFormat{
    "wptreport", "wptreport JSON, as tools of web-platform-tests read it (docs/wptreport.schema.json)", writeWptreport};

}  // namespace conform
