// Scenarios against readings and implementations, as plain data: which columns allow (or showed) the same outcomes.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace conform {

/// The columns of one scenario that have the same set of outcomes.
struct MatrixGroup {
  std::vector<std::string> columns;
  std::string count;  ///< Of outcomes, in decimal; empty where there is only a reason.
  /// Some of them, one observation a string; where there are many: first those that the first group does not have.
  std::vector<std::vector<std::string>> outcomes;
  bool differsInListed = false;        ///< `outcomes` begins with one that the first group does not have.
  std::string reason;                  ///< Why there is none: "not applicable: ...", "unknown: ...".
  bool isObserved = false;             ///< What a subject showed, not what is allowed.
  std::vector<std::string> allowedBy;  ///< Of an observed group: the semantics among the columns that allow all of it.
};

struct MatrixRow {
  std::string id, title, file;
  std::vector<MatrixGroup> groups;  ///< In the order of their first columns.

  /// Whether two semantics part, or a subject showed what one of them does not allow.
  bool differs() const;
  /// Index of the group that a column is in.
  std::size_t groupOf(const std::string& column) const;
};

struct Matrix {
  std::vector<std::string> columns;
  std::vector<MatrixRow> rows;  ///< Those that differ first.

  std::size_t differing() const;
};

/// For a terminal of `width` columns.
void writeMatrixText(const Matrix& matrix, std::size_t width, std::ostream& out);
/// A table to paste into a discussion.
void writeMatrixMarkdown(const Matrix& matrix, std::ostream& out);
/// docs/matrix.schema.json.
void writeMatrixJson(const Matrix& matrix, std::ostream& out);

}  // namespace conform
