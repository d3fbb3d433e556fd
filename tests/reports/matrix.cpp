// The matrix of scenarios against semantics: its forms, and what no title may do to them.
#include "reports/Matrix.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "tests/reports/schemas.hpp"

using namespace conform;

namespace {

Matrix sample() {
  MatrixRow row;
  row.id = "hostile|id";
  row.title = "a | b <script> `c` \x1b[31m @someone #1";
  row.file = "a.json";
  MatrixGroup draft;
  draft.columns = {"draft", "option-2"};
  draft.count = "1";
  draft.outcomes = {{"r rejected InvalidStateError"}};
  MatrixGroup subject;
  subject.columns = {"cpu"};
  subject.count = "1";
  subject.isObserved = true;
  subject.outcomes = {{"r resolved [1]"}};
  row.groups = {draft, subject};
  return {{"draft", "option-2", "cpu"}, {row}};
}

template <class Write>
std::string written(const Write& write) {
  std::ostringstream out;
  write(sample(), out);
  return out.str();
}

}  // namespace

TEST_CASE("a matrix as JSON is as docs/matrix.schema.json says, and the schema can say no") {
  std::string text = written(writeMatrixJson);
  CHECK(schemaErrors("matrix.schema.json", "", text) == "");
  text.replace(text.find("\"groups\""), 8, "\"gruops\"");
  CHECK(schemaErrors("matrix.schema.json", "", text) != "");
}

TEST_CASE("no title breaks the table of a matrix as Markdown, nor becomes markup in it") {
  const std::string text = written(writeMatrixMarkdown);
  CHECK(std::ranges::count(text, '\n') == 3);
  CHECK(text.find("<script>") == text.npos);
  CHECK(text.find('\x1b') == text.npos);
  CHECK(text.find(" @someone") == text.npos);
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    CHECK(bars == 5);
  }
}

TEST_CASE("a row differs where two semantics part, or a subject showed what one of them does not allow") {
  MatrixRow row = sample().rows[0];
  CHECK(row.differs());
  row.groups[1].allowedBy = {"draft", "option-2"};
  CHECK(!row.differs());
  row.groups[1].isObserved = false;
  CHECK(row.differs());
}

TEST_CASE("a matrix fits the terminal and cannot steer it") {
  const std::string text = written([](const Matrix& matrix, std::ostream& out) { writeMatrixText(matrix, 60, out); });
  CHECK(text.find('\x1b') == text.npos);
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 60);
}
