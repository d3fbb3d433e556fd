// conform report: results files in any format, without running anything again.
#include <set>

#include "checker/cli/Command.hpp"
#include "checker/cli/files.hpp"
#include "checker/expectations/Judge.hpp"
#include "checker/results/ResultsFile.hpp"
#include "reports/explain.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::string format = "markdown", output = "-", expectations;
};

/// Holds the findings against the file: whether all is as expected.
bool hold(Report& report, const std::string& file) {
  Judge judge{expectationsIn(file), dayFromToday()};
  bool isExpected = true;
  for (Finding& finding : report.findings) {
    judge.take(finding);
    isExpected = isExpected && !failsRun(finding, false);
  }
  const std::vector<std::string> passes = judge.unexpectedPasses();
  report.notes = judge.expired();
  report.notes.insert(report.notes.begin(), passes.begin(), passes.end());
  return isExpected && passes.empty();
}

int report(const Options& given) {
  const ReportFormat& format = formatNamed(given.format);
  Report report;
  std::set<std::string> programs, drafts;
  bool isWhole = true;
  for (const std::string& path : given.paths) {
    try {
      Results results = readResults(path);
      for (const std::string& problem : results.problems) tell(problem);
      isWhole = isWhole && results.problems.empty();
      if (!results.ended) {
        tell(path + ": the run did not come to its end; this reports the " + std::to_string(results.results.size()) +
             " findings that it wrote");
        isWhole = false;
      }
      programs.insert(results.head.program);
      drafts.insert(results.head.draft);
      for (Result& result : results.results) report.findings.push_back(std::move(result.finding));
    } catch (const ResultsError& error) {
      tell(error.what());
      isWhole = false;
    }
  }
  if (programs.empty()) return 2;
  report.program = joined(programs, ", ");
  report.draft = joined(drafts, ", ");
  report.sort();
  const bool failed = !given.expectations.empty() && !hold(report, given.expectations);
  for (const std::string& note : report.notes) tell(note);
  writeTo(given.output, "--output", [&](std::ostream& out) { format.write(report, out); });
  return !isWhole ? 2 : failed ? 1 : 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("RESULTS", options->paths, "Results files, written by conform run --results")->required();
  std::string names;
  for (const ReportFormat* format : reportFormats()) names += (names.empty() ? "" : ", ") + std::string{format->name};
  app.add_option("--format", options->format, "One of: " + names)->capture_default_str();
  app.add_option("-o,--output", options->output, "Where it goes; - is standard output")->capture_default_str();
  app.add_option("--expectations", options->expectations,
                 "Known divergences (docs/expectations.md): then the exit status is 1 if anything is not as expected");
  return [options] { return report(*options); };
}

}  // namespace

extern const CliCommand reportCommand;
const CliCommand reportCommand{"report", "Writes a report of stored results, in any format; nothing is run again.",
                               "conform report results.jsonl --format html -o report.html", define};

}  // namespace conform
