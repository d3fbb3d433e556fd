// Scenarios on several versions of one implementation: what each version showed, and where that changed first.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reports/Report.hpp"

namespace conform {

/// One behaviour of a scenario: what the versions that show it have in common.
struct Behaviour {
  Verdict verdict = Verdict::Conforms;          ///< Of the first version that shows it.
  std::string reason;                           ///< Where nothing was observed: why not.
  std::set<std::vector<std::string>> outcomes;  ///< Each that was seen.
};

struct HistoryRow {
  std::string id, title;
  std::vector<Behaviour> behaviours;       ///< In the order in which they appear.
  std::vector<std::size_t> versions;       ///< For each version, which behaviour it shows.
  std::vector<Verdict> verdicts;           ///< For each version.
  std::optional<std::size_t> firstChange;  ///< The first version that shows another one than the version before.
};

struct History {
  std::vector<std::string> subjects, versions;
  std::vector<HistoryRow> rows;
  std::size_t unchanged = 0;  ///< Rows that were left out, since all versions behave alike there.
  std::size_t changed() const;
};

/// `subjects`: oldest first. Two versions behave alike where they have one outcome in common: one that shows several by
/// chance need not show all of them, and so need not have the same verdict. Where they broke, or did not run, they are
/// alike in that.
History historyOf(const Report& report, const std::vector<std::string>& subjects);

void writeHistoryText(const History& history, std::ostream& out);
void writeHistoryMarkdown(const History& history, std::ostream& out);

}  // namespace conform
