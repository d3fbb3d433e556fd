#include <algorithm>
#include <ostream>

#include "reports/JsonText.hpp"
#include "reports/Matrix.hpp"
#include "reports/markdownText.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

std::string lineOf(const std::vector<std::string>& outcome) {
  return outcome.empty() ? "nothing is seen" : joined(outcome, "; ");
}

/// Code in a cell of a table: there a bar ends the cell, even in code.
std::string inCell(const std::string& code) {
  std::string out;
  for (const char c : code) out += c == '|' ? std::string{"\\|"} : std::string{c};
  return out;
}

std::string countOf(const MatrixGroup& group) {
  return group.count + (group.isObserved ? " observed" : "") + (group.count == "1" ? " outcome" : " outcomes");
}

}  // namespace

bool MatrixRow::differs() const {
  std::size_t sets = 0, answered = 0;
  for (const MatrixGroup& group : groups) {
    if (group.isObserved) continue;
    ++sets;
    if (group.reason.empty()) answered += group.columns.size();
  }
  return sets > 1 || std::ranges::any_of(groups, [&](const MatrixGroup& group) {
           return group.isObserved && group.reason.empty() && group.allowedBy.size() < answered;
         });
}

std::size_t MatrixRow::groupOf(const std::string& column) const {
  return static_cast<std::size_t>(std::ranges::find_if(groups,
                                                       [&](const MatrixGroup& group) {
                                                         return std::ranges::find(group.columns, column) !=
                                                                group.columns.end();
                                                       }) -
                                  groups.begin());
}

std::size_t Matrix::differing() const {
  return static_cast<std::size_t>(std::ranges::count_if(rows, &MatrixRow::differs));
}

void writeMatrixText(const Matrix& matrix, std::size_t width, std::ostream& out) {
  const auto paragraph = [&](const std::string& text, std::size_t indent, std::size_t hanging) {
    out << std::string(indent, ' ') << wrapped(printable(text), width, indent + hanging) << '\n';
  };
  std::size_t same = 0;
  for (const MatrixRow& row : matrix.rows) {
    if (!row.differs()) {
      ++same;
      continue;
    }
    paragraph(row.id + ": " + row.title, 0, 2);
    for (std::size_t i = 0; i < row.groups.size(); ++i) {
      const MatrixGroup& group = row.groups[i];
      paragraph(letterOf(i) + "  " + joined(group.columns, ", "), 2, 3);
      if (!group.reason.empty()) {
        paragraph(group.reason, 7, 2);
        continue;
      }
      if (group.count != "1" || group.isObserved)
        paragraph(countOf(group) + (group.differsInListed ? ", among them" : ""), 7, 2);
      for (const auto& outcome : group.outcomes) paragraph(lineOf(outcome), 7, 2);
      if (group.isObserved)
        paragraph("allowed by " + (group.allowedBy.empty() ? "none of the columns" : joined(group.allowedBy, ", ")), 7,
                  2);
    }
    out << '\n';
  }
  if (same != 0) {
    out << "The same in all columns:\n";
    for (const MatrixRow& row : matrix.rows) {
      if (!row.differs()) paragraph(row.id, 2, 2);
    }
    out << '\n';
  }
  out << matrix.rows.size() << (matrix.rows.size() == 1 ? " scenario, " : " scenarios, ") << matrix.differing()
      << " with a difference\n";
}

void writeMatrixMarkdown(const Matrix& matrix, std::ostream& out) {
  out << "| scenario |";
  for (const std::string& column : matrix.columns) out << ' ' << inCell(markdownCode(column)) << " |";
  out << "\n| --- |";
  for (std::size_t i = 0; i < matrix.columns.size(); ++i) out << " --- |";
  out << '\n';
  for (const MatrixRow& row : matrix.rows) {
    out << "| " << inCell(markdownCode(row.id)) << ' ' << markdownText(row.title) << " |";
    for (const std::string& column : matrix.columns) {
      const std::size_t index = row.groupOf(column);
      const MatrixGroup& group = row.groups[index];
      if (group.columns.front() != column) {
        out << " as " << inCell(markdownCode(group.columns.front())) << " |";
        continue;
      }
      if (!group.reason.empty()) {
        out << ' ' << markdownText(group.reason) << " |";
        continue;
      }
      out << ' ';
      if (group.count != "1" || group.isObserved)
        out << countOf(group) << (group.differsInListed ? ", among them" : "") << "<br>";
      for (std::size_t i = 0; i < group.outcomes.size(); ++i)
        out << (i == 0 ? "" : "<br>") << markdownText(lineOf(group.outcomes[i]));
      if (group.isObserved)
        out << "<br>allowed by " << (group.allowedBy.empty() ? "none" : markdownText(joined(group.allowedBy, ", ")));
      out << " |";
    }
    out << '\n';
  }
}

void writeMatrixJson(const Matrix& matrix, std::ostream& out) {
  std::string text;
  JsonText json{text};
  json.open('{');
  json.member("version", 1);
  json.member("columns", matrix.columns);
  json.key("rows");
  json.open('[');
  for (const MatrixRow& row : matrix.rows) {
    json.open('{');
    json.member("id", row.id);
    json.member("title", row.title);
    json.member("file", row.file);
    json.key("groups");
    json.open('[');
    for (const MatrixGroup& group : row.groups) {
      json.open('{');
      json.member("columns", group.columns);
      if (!group.reason.empty()) {
        json.member("reason", group.reason);
      } else {
        json.member("count", group.count);
        json.key("outcomes");
        json.open('[');
        for (const auto& outcome : group.outcomes) json.value(outcome);
        json.close(']');
      }
      if (group.isObserved) {
        json.member("observed", true);
        json.member("allowedBy", group.allowedBy);
      }
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }
  json.close(']');
  json.close('}');
  out << text << '\n';
}

}  // namespace conform
