// Markdown, for a pull request or the summary of a CI job: the most important first, and as much as fits there.
#include <algorithm>
#include <ostream>
#include <utility>

#include "reports/Format.hpp"
#include "reports/explain.hpp"
#include "reports/markdownText.hpp"

namespace conform {
namespace {

/// GitHub takes 65,536 characters in a comment.
constexpr std::size_t mostBytes = 64'900;
/// Room for the last line, which says how many were left out.
constexpr std::size_t lastLineBytes = 200;

std::string link(const CitedStep& step) {
  return "[" + markdownText(textOf(step)) + "](" + std::string{publishedDraft} + markdownAnchor(step.anchor) + ")";
}

std::string difference(const Difference& difference) {
  std::string text = "- seen " + markdownCode(difference.seen);
  if (!difference.detail.empty()) text += " (" + markdownText(difference.detail) + ")";
  text += "\n";
  for (const Alternative& alternative : difference.allowed) {
    text += "  - allowed " + markdownCode(alternative.text);
    if (!alternative.step.anchor.empty()) text += " by " + link(alternative.step);
    if (!alternative.step.text.empty()) text += ": " + markdownText(alternative.step.text);
    text += "\n";
  }
  return text;
}

/// With everything that helps, or (`isShort`) in one line.
std::string section(const Finding& finding, bool isShort) {
  const std::string name =
      markdownCode(finding.id) + " under " + markdownCode(finding.semantics) + " on " +
      markdownCode(finding.subject + (finding.subjectVersion.empty() ? "" : " " + finding.subjectVersion));
  const std::string verdict = "**" + std::string{nameOf(finding.verdict)} + "**";
  if (isShort)
    return "- " + verdict + " " + name + ": " + markdownText(headline(finding)) +
           (finding.known.empty() ? "" : "; known: " + markdownText(finding.known)) + "\n";
  std::string text = "### " + markdownText(finding.title.empty() ? finding.id : finding.title) + "\n\n" + verdict +
                     " " + name + "\n\n";
  if (!finding.reason.empty()) text += markdownLines(finding.reason) + "\n\n";
  for (const Difference& one : finding.differences) text += difference(one);
  if (!finding.allowedUnder.empty()) {
    text += "\nSemantics that would allow it:";
    for (const std::string& semantics : finding.allowedUnder) text += " " + markdownCode(semantics);
    text += "\n";
  }
  if (!finding.javascript.empty())
    text +=
        "\n<details><summary>The scenario</summary>\n\n" + markdownBlock(finding.javascript, "js") + "\n</details>\n";
  if (!finding.reproduce.empty()) text += "\n" + markdownBlock(finding.reproduce, "sh");
  return text + "\n";
}

void writeMarkdown(const Report& report, std::ostream& out) {
  std::vector<const Finding*> told;
  for (const Finding& finding : report.findings) {
    if (finding.verdict != Verdict::Conforms) told.push_back(&finding);
  }
  std::ranges::stable_sort(told, {}, [](const Finding* finding) {
    return std::pair{!isFailure(*finding), finding->verdict};
  });

  std::string text = "## WebNN conformance: " + report.summary() + "\n\n";
  text += markdownText(report.program) + ", draft " + markdownCode(report.draft) + "\n\n";
  for (const std::string& note : report.notes) text += "- " + markdownText(note) + "\n";
  if (!report.notes.empty()) text += "\n";
  std::size_t written = 0;
  bool wasFailure = true;
  for (const Finding* finding : told) {
    std::string next = wasFailure && !isFailure(*finding) ? "### Others\n\n" : "";
    next += section(*finding, !isFailure(*finding));
    if (text.size() + next.size() + lastLineBytes > mostBytes && isFailure(*finding)) next = section(*finding, true);
    if (text.size() + next.size() + lastLineBytes > mostBytes) break;
    wasFailure = isFailure(*finding);
    text += next;
    ++written;
  }
  if (written < told.size())
    text += "\n**" + std::to_string(told.size() - written) + " of " + std::to_string(told.size()) +
            " findings were left out here for want of room.**\n";
  out << text;
}

}  // namespace

extern const ReportFormat markdownFormat;
const ReportFormat markdownFormat{"markdown", "Markdown, for a pull request or a CI summary; under 65,000 characters",
                                  writeMarkdown};

}  // namespace conform
