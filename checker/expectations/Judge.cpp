#include "checker/expectations/Judge.hpp"

#include <tuple>

#include "reports/explain.hpp"

namespace conform {

Judge::Judge(Expectations expectations, std::string today)
    : expectations_(std::move(expectations)), today_(std::move(today)), seen_(expectations_.entries.size()) {}

void Judge::take(Finding& finding) {
  finding.known.clear();
  bool isInFile = false;
  for (std::size_t i = 0; i < expectations_.entries.size(); ++i) {
    const Expectation& entry = expectations_.entries[i];
    if (!entry.matches(finding)) continue;
    if (finding.verdict == entry.verdict) {
      ++seen_[i].asExpected;
      isInFile = true;
      if (finding.known.empty() && !entry.hasExpired(today_))
        finding.known = entry.reason + (entry.link.empty() ? "" : " (" + entry.link + ")");
    } else if (finding.verdict == Verdict::Conforms) {
      ++seen_[i].passed;
    } else {
      ++seen_[i].otherwise;
    }
  }
  if (!isInFile && failsRun(finding, false)) {
    Expectation entry;
    std::tie(entry.scenario, entry.subject, entry.semantics) = std::tie(finding.id, finding.subject, finding.semantics);
    entry.verdict = finding.verdict;
    entry.reason = "new; nobody has looked into it yet";
    new_.push_back(std::move(entry));
  }
}

bool Judge::passesUnexpectedly(std::size_t entry) const {
  const Seen& seen = seen_[entry];
  return !expectations_.entries[entry].sometimes && seen.passed != 0 && seen.asExpected == 0 && seen.otherwise == 0;
}

std::string Judge::named(const Expectation& entry) const {
  return expectations_.file + ":" + std::to_string(entry.line) + ": " + entry.scenario + " / " + entry.semantics +
         " / " + entry.subject;
}

std::vector<std::string> Judge::unexpectedPasses() const {
  std::vector<std::string> told;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    if (passesUnexpectedly(i))
      told.push_back(named(expectations_.entries[i]) + " conforms, and not \"" +
                     std::string{nameOf(expectations_.entries[i].verdict)} +
                     "\" as expected: " + expectations_.entries[i].reason);
  }
  return told;
}

std::vector<std::string> Judge::expired() const {
  std::vector<std::string> told;
  for (const Expectation& entry : expectations_.entries) {
    if (entry.hasExpired(today_))
      told.push_back(named(entry) + " counts no more since " + entry.expires + ": " + entry.reason);
  }
  return told;
}

Expectations Judge::updated(const std::string& until) const {
  Expectations result{expectations_.file, {}};
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const Seen& seen = seen_[i];
    const bool isOutOfDate = seen.asExpected == 0 && seen.passed + seen.otherwise != 0;
    if (!isOutOfDate || expectations_.entries[i].sometimes) result.entries.push_back(expectations_.entries[i]);
  }
  for (Expectation entry : new_) {
    entry.expires = until;
    result.entries.push_back(std::move(entry));
  }
  return result;
}

}  // namespace conform
