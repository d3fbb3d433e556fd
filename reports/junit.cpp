// JUnit XML, for CI dashboards: one <testsuite> for each subject and semantics, one <testcase> for each scenario.
#include <map>
#include <ostream>
#include <pugixml.hpp>

#include "reports/Format.hpp"
#include "reports/explain.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

void writeCase(pugi::xml_node suite, const Finding& finding) {
  pugi::xml_node node = suite.append_child("testcase");
  node.append_attribute("classname") = printable(finding.subject + "." + finding.semantics).c_str();
  node.append_attribute("name") = printable(finding.id).c_str();
  if (!finding.file.empty()) node.append_attribute("file") = printable(finding.file).c_str();
  if (finding.line != 0) node.append_attribute("line") = finding.line;
  const auto child = [&](const char* kind) {
    pugi::xml_node told = node.append_child(kind);
    told.append_attribute("message") = printable(headline(finding)).c_str();
    return told;
  };
  if (!finding.known.empty()) {
    node.append_child("skipped").append_attribute("message") = printable("known: " + finding.known).c_str();
    return;
  }
  switch (finding.verdict) {
    case Verdict::Diverges:
      child("failure").text() = explain(finding).c_str();
      break;
    case Verdict::Broken:
    case Verdict::Unknown:
      child("error").text() = explain(finding).c_str();
      break;
    case Verdict::Unsupported:
    case Verdict::NotApplicable:
      child("skipped");
      break;
    case Verdict::Unspecified:
      node.append_child("system-out").text() = explain(finding).c_str();
      break;
    case Verdict::Conforms:
      break;
  }
}

void writeJUnit(const Report& report, std::ostream& out) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  std::map<std::string, std::vector<const Finding*>> suites;
  for (const Finding& finding : report.findings) suites[finding.subject + "." + finding.semantics].push_back(&finding);
  const auto counts = [](pugi::xml_node node, const std::vector<const Finding*>& findings) {
    std::size_t failures = 0, errors = 0, skipped = 0;
    for (const Finding* finding : findings) {
      const bool isKnown = !finding->known.empty();
      failures += !isKnown && finding->verdict == Verdict::Diverges;
      errors += !isKnown && (finding->verdict == Verdict::Broken || finding->verdict == Verdict::Unknown);
      skipped += isKnown || finding->verdict == Verdict::Unsupported || finding->verdict == Verdict::NotApplicable;
    }
    node.append_attribute("tests") = findings.size();
    node.append_attribute("failures") = failures;
    node.append_attribute("errors") = errors;
    node.append_attribute("skipped") = skipped;
  };
  pugi::xml_node root = document.append_child("testsuites");
  root.append_attribute("name") = report.program.c_str();
  std::vector<const Finding*> all;
  for (const Finding& finding : report.findings) all.push_back(&finding);
  counts(root, all);
  for (const auto& [name, findings] : suites) {
    pugi::xml_node suite = root.append_child("testsuite");
    suite.append_attribute("name") = printable(name).c_str();
    counts(suite, findings);
    for (const Finding* finding : findings) writeCase(suite, *finding);
  }
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
}

}  // namespace

extern const ReportFormat junitFormat;
const ReportFormat junitFormat{"junit", "JUnit XML, for CI dashboards (docs/junit.xsd)", writeJUnit};

}  // namespace conform
