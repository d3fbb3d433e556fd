#include "reports/history.hpp"

#include <algorithm>
#include <map>
#include <ostream>

#include "reports/markdownText.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

bool hasRun(Verdict verdict) {
  return verdict == Verdict::Conforms || verdict == Verdict::Unspecified || verdict == Verdict::Diverges;
}

Behaviour behaviourOf(const Finding& finding) {
  Behaviour behaviour{finding.verdict, {}, {}};
  for (const HistogramRow& row : finding.histogram) {
    if (row.count > 0) behaviour.outcomes.insert(row.outcome);
  }
  if (behaviour.outcomes.empty() && !finding.observed.empty()) behaviour.outcomes.insert(finding.observed);
  if (behaviour.outcomes.empty() || finding.verdict == Verdict::Unsupported) {
    behaviour.outcomes.clear();
    behaviour.reason = finding.reason;
  }
  return behaviour;
}

bool alike(const Behaviour& known, const Behaviour& shown) {
  if (!hasRun(known.verdict) || !hasRun(shown.verdict)) return known.verdict == shown.verdict;
  return std::ranges::any_of(shown.outcomes, [&](const auto& outcome) { return known.outcomes.contains(outcome); });
}

std::string cell(const HistoryRow& row, std::size_t version) {
  const std::size_t shown = row.versions[version];
  return std::string{nameOf(row.verdicts[version])} + (row.firstChange ? " " + letterOf(shown) : "");
}

std::string change(const History& history, const HistoryRow& row) {
  return row.firstChange ? history.subjects[*row.firstChange] : "none";
}

/// "r rejected TypeError; d returns" for each outcome; why nothing was seen.
std::vector<std::string> lines(const Behaviour& behaviour) {
  std::vector<std::string> all;
  for (const std::vector<std::string>& outcome : behaviour.outcomes) {
    all.push_back(outcome.empty() ? "nothing" : joined(outcome, "; "));
  }
  if (all.empty()) all.push_back(behaviour.reason);
  return all;
}

std::string versionsOf(const History& history, const HistoryRow& row, std::size_t behaviour) {
  std::string list;
  for (std::size_t i = 0; i < history.subjects.size(); ++i) {
    if (row.versions[i] == behaviour) list += (list.empty() ? "" : ", ") + history.subjects[i];
  }
  return list;
}

std::string summary(const History& history) {
  return std::to_string(history.rows.size() + history.unchanged) + " scenarios, " + std::to_string(history.changed()) +
         " changed";
}

}  // namespace

std::size_t History::changed() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [](const HistoryRow& row) { return row.firstChange.has_value(); }));
}

History historyOf(const Report& report, const std::vector<std::string>& subjects) {
  History history{subjects, std::vector<std::string>(subjects.size()), {}, 0};
  std::map<std::string, std::vector<const Finding*>> byId;
  std::vector<std::string> ids;
  for (const Finding& finding : report.findings) {
    const auto subject = std::ranges::find(subjects, finding.subject);
    if (subject == subjects.end()) continue;
    const auto [entry, isNew] = byId.try_emplace(finding.id, subjects.size(), nullptr);
    if (isNew) ids.push_back(finding.id);
    const auto index = static_cast<std::size_t>(subject - subjects.begin());
    entry->second[index] = &finding;
    history.versions[index] = finding.subjectVersion;
  }
  for (const std::string& id : ids) {
    HistoryRow row;
    row.id = id;
    for (const Finding* finding : byId[id]) {
      const Behaviour shown = finding != nullptr ? behaviourOf(*finding) : Behaviour{Verdict::Unknown, "not run", {}};
      if (finding != nullptr) row.title = finding->title;
      const auto known = std::ranges::find_if(row.behaviours, [&](const Behaviour& one) { return alike(one, shown); });
      row.verdicts.push_back(shown.verdict);
      row.versions.push_back(static_cast<std::size_t>(known - row.behaviours.begin()));
      if (known == row.behaviours.end()) {
        row.behaviours.push_back(shown);
      } else {
        known->outcomes.insert(shown.outcomes.begin(), shown.outcomes.end());
      }
    }
    const auto change = std::ranges::adjacent_find(row.versions, std::ranges::not_equal_to{});
    if (change != row.versions.end()) row.firstChange = static_cast<std::size_t>(change - row.versions.begin()) + 1;
    history.rows.push_back(std::move(row));
  }
  return history;
}

void writeHistoryText(const History& history, std::ostream& out) {
  std::vector<std::vector<std::string>> table{{"scenario"}};
  table[0].insert(table[0].end(), history.subjects.begin(), history.subjects.end());
  table[0].emplace_back("first change");
  for (const HistoryRow& row : history.rows) {
    table.push_back({row.id});
    for (std::size_t i = 0; i < row.versions.size(); ++i) table.back().push_back(cell(row, i));
    table.back().push_back(change(history, row));
  }
  std::vector<std::size_t> widths(table[0].size(), 0);
  for (const auto& row : table) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], printable(row[i]).size());
  }
  for (const auto& row : table) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      const std::string text = printable(row[i]);
      out << text << std::string(widths[i] + 2 - text.size(), ' ');
    }
    out << printable(row.back()) << "\n";
  }
  for (const HistoryRow& row : history.rows) {
    if (!row.firstChange) continue;
    out << "\n" << printable(row.id + (row.title.empty() ? "" : ": " + row.title)) << "\n";
    for (std::size_t i = 0; i < row.behaviours.size(); ++i) {
      out << "  " << letterOf(i) << "  " << printable(versionsOf(history, row, i)) << "\n";
      for (const std::string& line : lines(row.behaviours[i])) out << "       " << printable(line) << "\n";
    }
  }
  out << "\n" << summary(history) << "\n";
}

void writeHistoryMarkdown(const History& history, std::ostream& out) {
  out << summary(history) << "\n\n| scenario |";
  for (std::size_t i = 0; i < history.subjects.size(); ++i) {
    out << " " << markdownText(history.subjects[i]) << " |";
  }
  out << " first change |\n|";
  for (std::size_t i = 0; i < history.subjects.size() + 2; ++i) out << " --- |";
  out << "\n";
  for (const HistoryRow& row : history.rows) {
    out << "| " << markdownText(row.id) << " |";
    for (std::size_t i = 0; i < row.versions.size(); ++i) out << " " << cell(row, i) << " |";
    out << " " << markdownText(change(history, row)) << " |\n";
  }
  for (const HistoryRow& row : history.rows) {
    if (!row.firstChange) continue;
    out << "\n**" << markdownText(row.id) << "**" << (row.title.empty() ? "" : ": " + markdownText(row.title))
        << "\n\n";
    for (std::size_t i = 0; i < row.behaviours.size(); ++i) {
      out << "- " << letterOf(i) << " (" << markdownText(versionsOf(history, row, i)) << "):";
      for (const std::string& line : lines(row.behaviours[i])) out << " " << markdownCode(line);
      out << "\n";
    }
  }
  out << "\nRun:";
  for (std::size_t i = 0; i < history.subjects.size(); ++i)
    out << (i ? ", " : " ") << markdownText(history.subjects[i] + " is " + history.versions[i]);
  out << "\n";
}

}  // namespace conform
