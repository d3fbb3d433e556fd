#include "reports/explain.hpp"

#include "reports/text.hpp"

namespace conform {

std::string_view meaningOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::Diverges:
      return "What was observed is not allowed.";
    case Verdict::Broken:
      return "The subject hung, died or talked nonsense.";
    case Verdict::Unknown:
      return "A bound was reached before the answer was found.";
    case Verdict::Unspecified:
      return "The draft leaves open what was observed; it is recorded.";
    case Verdict::Unsupported:
      return "The subject lacks what the scenario needs.";
    case Verdict::NotApplicable:
      return "The set-up is not possible under this semantics.";
    case Verdict::Conforms:
      return "What was observed is allowed.";
  }
  return {};
}

bool isFailure(const Finding& finding) {
  return (finding.verdict == Verdict::Diverges || finding.verdict == Verdict::Broken) && finding.known.empty();
}

bool failsRun(const Finding& finding, bool allowUnknown) {
  return isFailure(finding) || (finding.verdict == Verdict::Unknown && finding.known.empty() && !allowUnknown);
}

std::string because(const CitedStep& step) {
  return "by " + textOf(step) + (step.text.empty() ? "" : ": " + step.text);
}

std::string headline(const Finding& finding) {
  if (finding.differences.empty())
    return finding.reason.empty() ? std::string{meaningOf(finding.verdict)} : finding.reason;
  std::string line = "seen: " + finding.differences.front().seen;
  const std::string step = textOf(finding.decidedBy());
  if (!step.empty()) line += "; " + step + " decides otherwise";
  return line;
}

std::string explain(const Finding& finding) {
  std::string text = finding.reason.empty() ? "" : finding.reason + "\n";
  for (const Difference& difference : finding.differences) {
    text += "seen: " + difference.seen + "\n";
    if (!difference.detail.empty()) text += "  " + difference.detail + "\n";
    for (const Alternative& alternative : difference.allowed) {
      text += "allowed: " + alternative.text;
      if (!alternative.step.anchor.empty()) text += "  by " + textOf(alternative.step);
      text += "\n";
    }
  }
  if (!finding.probe.conclusion.empty()) text += "probed: " + finding.probe.conclusion + "\n";
  if (!finding.known.empty()) text += "known: " + finding.known + "\n";
  if (!finding.javascript.empty()) text += "\n" + finding.javascript;
  if (!finding.reproduce.empty()) text += "\nagain: " + finding.reproduce + "\n";
  return printable(text);
}

}  // namespace conform
