// conform compare: the matrix of scenarios against semantics, and subjects beside them.
#include <algorithm>
#include <iostream>
#include <memory>

#include "checker/cli/reportArguments.hpp"
#include "checker/cli/scenarioArguments.hpp"
#include "checker/compare/matrix.hpp"

namespace conform {
namespace {

struct Options {
  ScenarioArguments scenarios;
  BoundArguments bounds;
  std::string columns, format = "console";
  std::size_t repeats = 10, listed = 3;
  bool onlyDifferent = false;
};

bool isSubject(const std::string& name) {
  const std::string kind = name.substr(0, name.find(':'));
  return std::ranges::any_of(subjectKinds(), [&](const SubjectKind* known) { return known->name == kind; });
}

int compare(Options& given) {
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<MatrixColumn> columns;
  Matrix matrix;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(matrix.columns, name) != matrix.columns.end()) return;
    MatrixColumn column{name, std::nullopt, nullptr};
    if (isSubject(name)) {
      column.subject = subjects.emplace_back(makeSubject(name)).get();
    } else {
      column.semantics = parseSemantics(name);
    }
    columns.push_back(std::move(column));
    matrix.columns.push_back(name);
  };
  if (given.columns.empty()) {
    for (const NamedSemantics* named : namedSemantics()) add(std::string{named->name});
  }
  for (std::size_t begin = 0; !given.columns.empty() && begin <= given.columns.size();) {
    const std::size_t end = std::min(given.columns.find(',', begin), given.columns.size());
    add(given.columns.substr(begin, end - begin));
    begin = end + 1;
  }

  MatrixOptions options;
  given.bounds.apply(options.explore);
  options.repeats = given.repeats;
  options.listed = given.listed;
  given.scenarios.forEach(
      [&](const Scenario& scenario) { matrix.rows.push_back(matrixRow(scenario, columns, options)); });
  std::ranges::stable_partition(matrix.rows, &MatrixRow::differs);
  if (given.onlyDifferent) std::erase_if(matrix.rows, [](const MatrixRow& row) { return !row.differs(); });

  if (given.format == "markdown") {
    writeMatrixMarkdown(matrix, std::cout);
  } else if (given.format == "json") {
    writeMatrixJson(matrix, std::cout);
  } else {
    writeMatrixText(matrix, plainConsole().width, std::cout);
  }
  return given.scenarios.badInput() ? 2 : 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->scenarios.declare(app);
  app.add_option("--semantics,--columns", options->columns,
                 "Semantics, and subjects too, with commas between them; all named semantics if none is given");
  app.add_option("--format", options->format, "console, markdown (to paste into a discussion) or json")
      ->capture_default_str()
      ->check(CLI::IsMember({"console", "markdown", "json"}));
  app.add_option("--limit", options->listed, "Outcomes that are listed of each set")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--repeat", options->repeats, "Runs of each scenario on a subject")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_flag("--only-different", options->onlyDifferent, "Leaves out the scenarios that all columns agree on");
  options->bounds.declareWithLevel(app);
  return [options] { return compare(*options); };
}

}  // namespace

extern const CliCommand compareCommand;
const CliCommand compareCommand{
    "compare", "Compares what several semantics allow, scenario by scenario; subjects may stand beside them.",
    "conform compare scenarios/thread --semantics draft,option-1,option-2", define};

}  // namespace conform
