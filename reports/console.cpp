#include "reports/console.hpp"

#include <algorithm>
#include <ostream>
#include <sstream>

#include "reports/explain.hpp"
#include "reports/lanes.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

constexpr const char* red = "31";
constexpr const char* green = "32";
constexpr const char* yellow = "33";
constexpr const char* bold = "1";
constexpr const char* dim = "2";

const char* colourOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::Conforms:
      return green;
    case Verdict::Diverges:
    case Verdict::Broken:
      return red;
    case Verdict::Unknown:
    case Verdict::Unspecified:
      return yellow;
    case Verdict::Unsupported:
    case Verdict::NotApplicable:
      return dim;
  }
  return dim;
}

std::string calledText(const ProbedResult& result) {
  return printable(result.op + " (" + result.name + ")");
}

}  // namespace

std::string Console::coloured(std::string_view text, const char* code) const {
  return colours ? "\x1b[" + std::string{code} + "m" + std::string{text} + "\x1b[0m" : std::string{text};
}

std::string Console::label(Verdict verdict) const {
  std::string text{nameOf(verdict)};
  const std::string padding(text.size() < 14 ? 14 - text.size() : 1, ' ');
  return coloured(text, colourOf(verdict)) + padding;
}

void Console::paragraph(std::string_view text, std::size_t indent, std::ostream& out, std::size_t hanging) const {
  out << std::string(indent, ' ') << wrapped(printable(text), width, indent + hanging) << '\n';
}

void Console::write(const Finding& finding, std::ostream& out) const {
  if (detail == Detail::Quiet && (finding.verdict == Verdict::Conforms || !finding.known.empty())) return;
  out << label(finding.verdict) << printable(finding.id);
  if (isOfDevice(finding)) out << coloured("  on the device", dim);
  if (finding.verdict == Verdict::Diverges || finding.semantics != "draft")
    out << coloured("  under " + printable(finding.semantics), dim);
  out << '\n';
  if (!finding.known.empty()) paragraph("known: " + finding.known, 4, out);
  if (!finding.known.empty() && detail != Detail::Verbose) return;
  const bool isExplained = finding.verdict == Verdict::Diverges || finding.verdict == Verdict::Broken ||
                           finding.verdict == Verdict::Unspecified || detail == Detail::Verbose;
  if (isExplained) return explain(finding, out);
  if (!finding.reason.empty()) paragraph(finding.reason, 4, out);
}

void Console::explain(const Finding& finding, std::ostream& out) const {
  if (!finding.title.empty()) paragraph(finding.title, 4, out);
  if (!finding.reason.empty()) {
    out << '\n';
    paragraph(finding.reason, 4, out);
  }
  if (!finding.observed.empty() || !finding.differences.empty()) {
    out << "\n  What " << printable(finding.subject);
    if (!finding.subjectVersion.empty()) out << " (" << printable(finding.subjectVersion) << ")";
    out << " showed:\n";
    std::size_t next = 0;
    const auto tell = [&](const Difference& difference) {
      const bool isFirst = &difference == &finding.differences.front();
      if (!difference.detail.empty()) paragraph(difference.detail, 8, out);
      out << "        " << coloured(isFirst ? "allowed here:" : "the nearest allowed run has here:", bold) << '\n';
      if (difference.allowed.empty()) out << "          nothing\n";
      for (const Alternative& alternative : difference.allowed) {
        paragraph(alternative.text, 10, out, 2);
        if (!alternative.step.anchor.empty()) paragraph(because(alternative.step), 12, out, 3);
      }
    };
    for (std::size_t i = 0; i <= finding.observed.size(); ++i) {
      const bool differs = next < finding.differences.size() && finding.differences[next].at == i;
      if (i < finding.observed.size()) {
        const std::string number = std::to_string(i + 1);
        out << (differs ? coloured("  > ", red) : "    ") << std::string(number.size() < 2 ? 1 : 0, ' ') << number
            << "  ";
        const std::string text = wrapped(printable(finding.observed[i]), width, 8);
        out << (differs ? coloured(text, red) : text) << '\n';
      } else if (differs) {
        out << coloured("  >   ", red) << "  the end of the run\n";
      }
      if (differs) tell(finding.differences[next++]);
    }
  }
  if (!finding.probe.conclusion.empty()) write(finding.probe, out);
  if (!finding.histogram.empty()) {
    out << "\n  Over all runs:\n";
    for (const HistogramRow& row : finding.histogram) {
      std::ostringstream line;
      line << row.count << (row.allowed ? "  " : "  not allowed: ") << joined(row.outcome, ", ");
      paragraph(line.str(), 4, out, 4);
    }
  }
  if (!finding.differences.empty()) {
    out << "\n  Semantics that would allow it: "
        << wrapped(finding.allowedUnder.empty() ? "none of those with a name" : joined(finding.allowedUnder, ", "),
                   width - 33, 33)
        << '\n';
  }
  if (detail == Detail::Verbose && !finding.narration.empty()) {
    out << "\n  The nearest allowed run:\n";
    write(finding.narration, out);
  }
  const auto indented = [&](const std::string& text) {
    std::istringstream lines{printable(text)};
    for (std::string line; std::getline(lines, line);) out << "    " << line << '\n';
  };
  if (!finding.javascript.empty()) {
    out << "\n  As JavaScript:\n";
    indented(finding.javascript);
  }
  if (!finding.scenario.empty() && finding.verdict != Verdict::Conforms) {
    out << "\n  As a scenario" << (finding.file.empty() ? "" : " (" + printable(finding.file) + ")") << ":\n";
    indented(finding.scenario);
  }
  if (!finding.reproduce.empty()) out << "\n  Again:\n    " << printable(finding.reproduce) << '\n';
  out << '\n';
}

void Console::write(const Probe& probe, std::ostream& out) const {
  out << "\n  Followed to the operator:\n";
  constexpr std::size_t widest = 32;
  std::size_t names = 0;
  for (const ProbedResult& result : probe.results) names = std::clamp(calledText(result).size(), names, widest);
  for (const ProbedResult& result : probe.results) {
    const std::string called = calledText(result);
    out << (result.isOff ? coloured("  > ", red) : "    ") << called
        << std::string(called.size() < names ? names + 2 - called.size() : 2, ' ')
        << wrapped(printable(result.text), width - names - 6, names + 6) << '\n';
  }
  paragraph(probe.conclusion, 4, out);
}

void Console::write(const std::vector<TimelineStep>& narration, std::ostream& out) const {
  const std::vector<std::string> lanes = laneNames(narration);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    out << "      ";
    for (std::size_t j = 0; j < i; ++j) out << "│ ";
    out << "┌ " << printable(lanes[i]) << '\n';
  }
  for (std::size_t i = 0; i < narration.size(); ++i) {
    const TimelineStep& step = narration[i];
    const std::size_t at = static_cast<std::size_t>(std::ranges::find(lanes, laneOf(step)) - lanes.begin());
    const bool isHead = step.step.anchor.empty();
    std::string gutter = std::to_string(i + 1), empty;
    gutter = std::string(gutter.size() < 4 ? 4 - gutter.size() : 0, ' ') + gutter + "  ";
    empty = "      ";
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      gutter += lane == at ? (isHead ? "● " : "· ") : "│ ";
      empty += "│ ";
    }
    const std::size_t indent = 7 + 2 * lanes.size();
    std::string text = isHead ? step.text : textOf(step.step) + (step.text.empty() ? "" : ": " + step.text);
    if (step.causedBy) text += "  (queued by " + std::to_string(*step.causedBy + 1) + ")";
    if (step.bytes != 0)
      text += std::string("  ") + (step.bytes > 0 ? "+" : "") + std::to_string(step.bytes) + " bytes";
    std::istringstream lines{wrapped(printable(text), width - indent, 0)};
    bool isFirst = true;
    for (std::string line; std::getline(lines, line); isFirst = false)
      out << (isFirst ? gutter : empty) << ' ' << (isHead ? line : coloured(line, dim)) << '\n';
    for (const std::string& seen : step.observations)
      out << empty << ' ' << coloured("⇒ " + printable(seen), bold) << '\n';
  }
}

}  // namespace conform
