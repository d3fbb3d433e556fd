// conform export: a scenario in another language.
#include <memory>

#include "checker/cli/files.hpp"
#include "checker/cli/scenarioArguments.hpp"
#include "checker/export/javascript.hpp"
#include "checker/export/promela.hpp"
#include "checker/export/wpt.hpp"

namespace conform {
namespace {

struct Options {
  ScenarioArguments scenarios;
  GranularityArgument granularity;
  SemanticsArgument semantics;
  std::string output = "-", title;
};

void addOutput(CLI::App& app, Options& options) {
  app.add_option("-o,--output", options.output, "The file to write; - is standard output")->capture_default_str();
}

void write(const Options& options, const std::string& text) {
  writeTo(options.output, "--output", [&](std::ostream& out) { out << text; });
}

int toPromela(Options& options) {
  const auto semantics = promelaSemanticsNamed(options.semantics.text);
  if (!semantics) throw UsageError("Promela can be exported under draft, option-1, option-2 and prototype-2024");
  const std::vector<Scenario> scenarios = options.scenarios.all();
  if (scenarios.size() != 1) throw UsageError("there must be one scenario");
  const auto exported = exportPromela(scenarios[0], *semantics, options.granularity.granularity());
  if (const auto* problems = std::get_if<PromelaProblems>(&exported)) {
    for (const std::string& reason : problems->reasons) tell("cannot be exported: " + reason);
    return 2;
  }
  write(options, std::get<std::string>(exported));
  return options.scenarios.badInput() ? 2 : 0;
}

int toJavaScript(Options& options) {
  std::string text;
  options.scenarios.forEach([&](const Scenario& scenario) {
    if (!text.empty()) text += "\n";
    text += "// " + scenario.id + (scenario.title.empty() ? "" : ": " + scenario.title) + "\n" + javascriptOf(scenario);
  });
  write(options, text);
  return options.scenarios.badInput() ? 2 : 0;
}

/// What can be exported is; what cannot is told, with the reason and the place.
int toWpt(Options& options) {
  const Semantics semantics = options.semantics.one();
  std::vector<WptTest> tests;
  std::string id;
  bool refused = false;
  options.scenarios.forEach([&](const Scenario& scenario) {
    const auto runs = portableRuns(scenario, semantics);
    const auto test = std::holds_alternative<AllowedRuns>(runs) ? wptTest(scenario, std::get<AllowedRuns>(runs))
                                                                : std::get<NotExportable>(runs);
    if (const auto* why = std::get_if<NotExportable>(&test)) {
      const LoadError error{scenario.file, why->place.line, why->place.column, why->place.pointer,
                            scenario.id + " cannot be exported: " + why->reason};
      tell(std::span{&error, 1});
      refused = true;
      return;
    }
    tests.push_back(std::get<WptTest>(test));
    id = scenario.id;
  });
  const std::string title = !options.title.empty() ? options.title
                            : tests.size() == 1    ? "WebNN timelines: " + id
                                                   : "WebNN timelines";
  if (!tests.empty()) write(options, wptFile(title, semantics.name, tests));
  return refused || options.scenarios.badInput() ? 2 : 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  const auto language = [&](const char* name, const char* description) {
    CLI::App* one = app.add_subcommand(name, description);
    options->scenarios.declare(*one);
    addOutput(*one, *options);
    return one;
  };
  CLI::App* promela = language("promela", "A model for Spin, made from the scenario and the draft's steps alone");
  promela->add_option("--semantics", options->semantics.text, "draft, option-1, option-2 or prototype-2024")
      ->capture_default_str();
  options->granularity.declare(*promela);
  CLI::App* wpt = language("wpt", "A test of the web-platform-tests: it asserts what each allowed run has");
  options->semantics.declare(*wpt);
  wpt->add_option("--title", options->title, "Title of the file");
  language("js", "JavaScript to read: short, errors are not caught");
  return [=] {
    return promela->parsed() ? toPromela(*options) : wpt->parsed() ? toWpt(*options) : toJavaScript(*options);
  };
}

}  // namespace

extern const CliCommand exportCommand;
const CliCommand exportCommand{
    "export", "Writes scenarios in another language: a web-platform-test, JavaScript, or a Promela model.",
    "conform export wpt scenarios/thread/seed-01-original.json -o destroy.https.any.js", define};

}  // namespace conform
