// One page that needs no network: the findings as JSON inside it, shown by reports/html/page.js.
#include <ostream>

#include "reports/Format.hpp"
#include "reports/explain.hpp"
#include "reports/findingJson.hpp"
#include "reports/html/page.hpp"

namespace conform {
namespace {

/// What the list and the search need of a finding. The rest of it stands in a line of its own, read when it is opened.
void writeEntry(JsonText& json, const Finding& finding) {
  json.open('{');
  json.memberUnlessEmpty("id", finding.id);
  json.memberUnlessEmpty("title", finding.title);
  json.memberUnlessEmpty("semantics", finding.semantics);
  json.memberUnlessEmpty("subject", finding.subject);
  json.member("verdict", nameOf(finding.verdict));
  json.memberUnlessEmpty("reason", finding.reason);
  json.memberUnlessEmpty("known", finding.known);
  json.memberUnlessEmpty("decidedBy", textOf(finding.decidedBy()));
  if (!finding.narration.empty()) json.member("isTold", true);
  json.close('}');
}

/// JsonText writes no "<": all of it can stand inside <script>.
void writeList(const Report& report, std::ostream& out) {
  std::string text;
  JsonText json{text};
  json.open('{');
  json.member("program", report.program);
  json.member("draft", report.draft);
  json.member("specification", publishedDraft);
  json.member("notes", report.notes);
  json.key("findings");
  json.open('[');
  for (const Finding& finding : report.findings) {
    text += '\n';
    writeEntry(json, finding);
  }
  json.close(']');
  json.close('}');
  out << text;
}

void writeDetails(const Report& report, std::ostream& out) {
  std::string text;
  for (const Finding& finding : report.findings) {
    text.clear();
    JsonText json{text};
    writeJson(json, finding);
    out << text << "\n";
  }
}

void writeHtml(const Report& report, std::ostream& out) {
  std::string_view page = reportPage();
  const auto upTo = [&](std::string_view place) {
    const std::size_t at = page.find(place);
    out << page.substr(0, at);
    page.remove_prefix(at + place.size());
  };
  upTo("{{style}}");
  out << reportPageStyle();
  upTo("{{report}}");
  writeList(report, out);
  upTo("{{details}}");
  writeDetails(report, out);
  upTo("{{script}}");
  out << reportPageScript() << page;
}

}  // namespace

extern const ReportFormat htmlFormat;
const ReportFormat htmlFormat{"html", "One page to look at, with the timelines drawn; needs no network", writeHtml};

}  // namespace conform
