// conform history: scenarios on several versions of one implementation.
#include <iostream>
#include <memory>

#include "checker/cli/scenarioArguments.hpp"
#include "checker/compare/check.hpp"
#include "checker/subjects/Subject.hpp"
#include "reports/history.hpp"

namespace conform {
namespace {

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  std::vector<std::string> subjects;
  std::size_t repeats = 3;
  bool markdown = false, onlyChanged = false;
};

int run(Options& given) {
  const Semantics semantics = given.semantics.one();
  const std::vector<Scenario> scenarios = given.scenarios.all();
  Report report;
  for (const std::string& name : given.subjects) {
    const std::unique_ptr<Subject> subject = makeSubject(name);
    CheckOptions options;
    options.repeats = given.repeats;
    for (const Scenario& scenario : scenarios) {
      report.findings.push_back(Check{scenario, options}.subject(semantics, *subject));
      report.findings.back().subject = name;
    }
  }
  History history = historyOf(report, given.subjects);
  if (given.onlyChanged)
    history.unchanged = std::erase_if(history.rows, [](const HistoryRow& row) { return !row.firstChange; });
  (given.markdown ? writeHistoryMarkdown : writeHistoryText)(history, std::cout);
  return given.scenarios.badInput() ? 2 : 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->scenarios.declare(app);
  options->semantics.declare(app);
  app.add_option("--subjects", options->subjects, "Versions, oldest first, with commas between them")
      ->required()
      ->delimiter(',');
  app.add_option("--repeat", options->repeats,
                 "Runs of each scenario on each version: what happens by chance is no change")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_flag("--only-changed", options->onlyChanged, "Leaves out the scenarios that behave alike in all versions");
  app.add_flag("--markdown", options->markdown, "Writes Markdown");
  return [options] { return run(*options); };
}

}  // namespace

extern const CliCommand historyCommand;
const CliCommand historyCommand{
    "history", "Runs scenarios on several versions of a subject and names the first that behaves in another way.",
    "conform history scenarios/thread --subjects chromium:129,chromium:138,chromium:153", define};

}  // namespace conform
