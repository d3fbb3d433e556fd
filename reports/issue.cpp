// Text that is ready for a bug tracker: for each scenario that fails, the code, what is expected and why, and what each
// subject did.
#include <algorithm>
#include <ostream>
#include <tuple>

#include "reports/Format.hpp"
#include "reports/explain.hpp"
#include "reports/markdownText.hpp"

namespace conform {
namespace {

std::string nameOf(const Finding& finding) {
  return finding.subject + (finding.subjectVersion.empty() ? "" : " " + finding.subjectVersion);
}

void writeExpected(const Finding& finding, std::ostream& out) {
  out << "**Expected** (semantics " << markdownCode(finding.semantics) << ")\n\n";
  if (finding.differences.empty()) {
    for (const std::string& line : finding.nearest) out << "- " << markdownCode(line) << "\n";
    if (finding.nearest.empty()) out << "- a run to its end\n";
    return;
  }
  for (const Alternative& alternative : finding.differences.front().allowed) {
    out << "- " << markdownCode(alternative.text);
    const CitedStep& step = alternative.step;
    if (!step.anchor.empty())
      out << ", by [" << markdownText(textOf(step)) << "](" << publishedDraft << markdownAnchor(step.anchor) << ")";
    if (!step.text.empty()) out << ": " << markdownText(step.text);
    out << "\n";
  }
  if (finding.differences.front().at > 0) {
    out << "\nafter\n\n";
    for (std::size_t i = 0; i < std::min(finding.differences.front().at, finding.observed.size()); ++i)
      out << "- " << markdownCode(finding.observed[i]) << "\n";
  }
}

void writeObserved(const Finding& finding, std::ostream& out) {
  out << "- " << markdownText(nameOf(finding)) << ": ";
  if (finding.verdict == Verdict::Conforms) {
    out << "as expected\n";
    return;
  }
  if (finding.differences.empty()) {
    out << markdownText(headline(finding)) << "\n";
    return;
  }
  out << markdownCode(finding.differences.front().seen);
  if (!finding.differences.front().detail.empty())
    out << " (" << markdownText(finding.differences.front().detail) << ")";
  out << "\n";
  if (!finding.probe.conclusion.empty()) out << "  - " << markdownText(finding.probe.conclusion) << "\n";
}

/// All findings of one scenario under one semantics; the first fails.
void writeIssue(const std::vector<const Finding*>& findings, std::ostream& out) {
  const Finding& first = *findings.front();
  out << "# " << markdownText(first.title.empty() ? first.id : first.title) << "\n\n";
  if (!first.javascript.empty()) out << markdownBlock(first.javascript, "js") << "\n";
  writeExpected(first, out);
  out << "\n**Observed**\n\n";
  for (const Finding* finding : findings) writeObserved(*finding, out);
  if (!first.allowedUnder.empty()) {
    out << "\nIt would be allowed under";
    for (const std::string& semantics : first.allowedUnder) out << " " << markdownCode(semantics);
    out << ".\n";
  }
  if (!first.reproduce.empty()) out << "\n**Again**\n\n" << markdownBlock(first.reproduce, "sh");
}

void writeIssues(const Report& report, std::ostream& out) {
  std::vector<const Finding*> order;
  for (const Finding& finding : report.findings) order.push_back(&finding);
  const auto sameIssue = [](const Finding* a, const Finding* b) {
    return a->id == b->id && a->semantics == b->semantics;
  };
  std::ranges::stable_sort(order, [](const Finding* a, const Finding* b) {
    return std::tie(a->id, a->semantics, a->verdict) < std::tie(b->id, b->semantics, b->verdict);
  });
  const char* separator = "";
  for (auto begin = order.begin(); begin != order.end();) {
    const auto end = std::find_if(begin, order.end(), [&](const Finding* other) { return !sameIssue(*begin, other); });
    if ((*begin)->verdict == Verdict::Diverges || (*begin)->verdict == Verdict::Broken) {
      out << separator;
      writeIssue({begin, end}, out);
      out << "\nMade by " << markdownText(report.program) << "; draft " << markdownCode(report.draft) << ".\n";
      separator = "\n---\n\n";
    }
    begin = end;
  }
  if (*separator == '\0') out << "Nothing failed: " << report.summary() << ".\n";
}

}  // namespace

extern const ReportFormat issueFormat;
const ReportFormat issueFormat{
    "issue", "Text for a bug tracker: the code, what is expected and why, what each subject did", writeIssues};

}  // namespace conform
