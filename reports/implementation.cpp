// One page about one implementation, in Markdown: what it does otherwise, each behaviour once, and who is off. The
// behaviours are the reasons of the expectations file; a reason may begin with who is off: "browser: ...".
#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "reports/Format.hpp"
#include "reports/explain.hpp"
#include "reports/markdownText.hpp"

namespace conform {
namespace {

using Findings = std::vector<const Finding*>;

struct Party {
  std::string_view name, heading;
};
constexpr std::array<Party, 5> parties{{
    {"browser", "The implementation is off"},
    {"draft", "The draft is off, or stands alone against browser and web-platform-tests"},
    {"WPT", "The web-platform-tests are off"},
    {"free", "Free: both may be defended"},
    {"", "Not explained yet"},
}};

/// Who is off, and what is done otherwise.
std::pair<std::string, std::string> split(const std::string& known) {
  const std::size_t colon = known.find(": ");
  for (const Party& party : parties) {
    if (!party.name.empty() && known.substr(0, colon) == party.name)
      return {std::string{party.name}, known.substr(colon + 2)};
  }
  return {"", known};
}

std::string idsOf(const Findings& findings) {
  std::string list;
  for (const Finding* finding : findings) list += (list.empty() ? "" : ", ") + markdownCode(finding->id);
  return list;
}

/// "2 of 3 runs", where not all of them differ.
std::string share(const Finding& finding) {
  std::uint64_t all = 0, otherwise = 0;
  for (const HistogramRow& row : finding.histogram) {
    all += row.count;
    if (!row.allowed) otherwise += row.count;
  }
  return otherwise == all ? "" : " in " + std::to_string(otherwise) + " of " + std::to_string(all) + " runs";
}

/// What was seen and what was allowed, by the first finding of several.
std::string example(const Finding& finding) {
  if (finding.differences.empty()) return markdownText(finding.reason);
  const Difference& first = finding.differences.front();
  std::string text = "seen " + markdownCode(first.seen) + share(finding);
  if (!first.detail.empty()) text += " (" + markdownText(first.detail) + ")";
  for (const Alternative& one : first.allowed) {
    text += "; allowed " + markdownCode(one.text);
    if (!one.step.anchor.empty())
      text += " by [" + markdownText(textOf(one.step)) + "](" + std::string{publishedDraft} +
              markdownAnchor(one.step.anchor) + ")";
  }
  std::string under;
  for (const std::string& semantics : finding.allowedUnder)
    under += (under.empty() ? "; allowed under " : ", ") + markdownCode(semantics);
  return text + under;
}

/// What a scenario claims of the model is no matter of the implementation.
bool isClaim(const Finding& finding) {
  return finding.subjectVersion == "the model itself";
}

bool isTold(const Finding& finding) {
  return finding.verdict == Verdict::Diverges || finding.verdict == Verdict::Broken ||
         finding.verdict == Verdict::Unknown;
}

void writeBehaviours(const Report& report, std::ostream& out) {
  std::map<std::string, std::map<std::string, Findings>> byParty;
  for (const Finding& finding : report.findings) {
    if (!isTold(finding)) continue;
    const auto [party, behaviour] = split(finding.known);
    byParty[party][behaviour.empty() ? finding.id : behaviour].push_back(&finding);
  }
  for (const Party& party : parties) {
    const auto found = byParty.find(std::string{party.name});
    if (found == byParty.end()) continue;
    out << "\n## " << party.heading << "\n\n| behaviour | for example | scenarios |\n| --- | --- | --- |\n";
    for (const auto& [behaviour, findings] : found->second) {
      out << "| " << markdownText(behaviour) << " | " << example(*findings.front()) << " | " << findings.size() << ": "
          << idsOf(findings) << " |\n";
    }
  }
}

void writeOthers(const Report& report, Verdict verdict, const char* heading, std::ostream& out) {
  std::map<std::string, Findings> byReason;
  for (const Finding& finding : report.findings) {
    if (finding.verdict == verdict) byReason[finding.reason].push_back(&finding);
  }
  if (byReason.empty()) return;
  out << "\n## " << heading << "\n\n| reason | scenarios |\n| --- | --- |\n";
  for (const auto& [reason, findings] : byReason) {
    out << "| " << markdownText(reason) << " | " << findings.size();
    if (findings.size() <= 8) out << ": " << idsOf(findings);
    out << " |\n";
  }
}

void writeImplementation(const Report& all, std::ostream& out) {
  Report report = all;
  std::erase_if(report.findings, isClaim);
  std::set<std::string> subjects, semantics;
  for (const Finding& finding : report.findings) {
    subjects.insert(finding.subjectVersion.empty() ? finding.subject : finding.subjectVersion);
    semantics.insert(finding.semantics);
  }
  const auto list = [](const std::set<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + markdownText(text);
    return all;
  };
  out << "# " << list(subjects) << "\n\n"
      << report.summary() << ". Checked by " << markdownText(report.program) << " against draft "
      << markdownCode(report.draft) << ", semantics " << list(semantics) << ".\n";
  writeBehaviours(report, out);
  writeOthers(report, Verdict::Unspecified, "Left open by the draft", out);
  writeOthers(report, Verdict::Unsupported, "Not supported", out);
  writeOthers(report, Verdict::NotApplicable, "Not applicable", out);
}

}  // namespace

extern const ReportFormat implementationFormat;
const ReportFormat implementationFormat{
    "implementation", "Markdown, a page about one implementation: each behaviour once, with who is off",
    writeImplementation};

}  // namespace conform
