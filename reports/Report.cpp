#include "reports/Report.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace conform {
namespace {

constexpr std::array<std::string_view, verdictCount> verdictNames = {
    "diverges", "broken", "unknown", "unspecified", "unsupported", "not applicable", "conforms"};

}  // namespace

std::string_view nameOf(Verdict verdict) {
  return verdictNames[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdictNamed(std::string_view name) {
  const auto found = std::ranges::find(verdictNames, name);
  if (found == verdictNames.end()) return std::nullopt;
  return static_cast<Verdict>(found - verdictNames.begin());
}

std::string textOf(const CitedStep& step) {
  if (step.anchor.empty()) return {};
  return "#" + step.anchor + (step.number.empty() ? "" : " step " + step.number);
}

CitedStep Finding::decidedBy() const {
  if (differences.empty()) return {};
  for (const Alternative& alternative : differences.front().allowed) {
    if (!alternative.step.anchor.empty()) return alternative.step;
  }
  return {};
}

std::size_t Report::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(findings, verdict, &Finding::verdict));
}

std::string Report::summary() const {
  std::string line;
  for (std::size_t i = 0; i < verdictCount; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const std::size_t occurs = count(verdict);
    if (occurs == 0) continue;
    line += (line.empty() ? "" : ", ") + std::to_string(occurs) + " " + std::string{verdictNames[i]};
    const auto known = std::ranges::count_if(
        findings, [&](const Finding& finding) { return finding.verdict == verdict && !finding.known.empty(); });
    if (known != 0) line += " (" + std::to_string(known) + " known)";
  }
  return line.empty() ? "nothing was run" : line;
}

namespace {
constexpr std::string_view deviceSuffix = " (device)";
}

std::string deviceOf(std::string_view subject) {
  return std::string{subject} + std::string{deviceSuffix};
}

bool isOfDevice(const Finding& finding) {
  return finding.subject.ends_with(deviceSuffix);
}

void Report::sort() {
  std::ranges::stable_sort(findings, {}, [](const Finding& finding) {
    return std::tie(finding.verdict, finding.id, finding.semantics, finding.subject);
  });
}

}  // namespace conform
