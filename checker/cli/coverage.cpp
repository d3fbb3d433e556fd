// conform coverage: which modelled steps of the draft the scenarios exercise, and which never.
#include <iomanip>
#include <iostream>
#include <utility>

#include "checker/cli/formatArgument.hpp"
#include "checker/cli/scenarioArguments.hpp"
#include "checker/coverage/Coverage.hpp"
#include "model/spec/Table.hpp"

namespace conform {
namespace {

void printStep(const SpecStep& step, const std::set<std::string>* scenarios) {
  std::cout << (scenarios ? "  ran    " : "  never  ") << step.number << ": " << step.text;
  if (scenarios) {
    std::cout << "  (";
    const char* separator = "";
    for (const std::string& name : *scenarios) std::cout << std::exchange(separator, ", ") << name;
    std::cout << ')';
  }
  std::cout << '\n';
}

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  FormatArgument format;
  bool showsAll = false;
};

int coverage(Options& given) {
  Coverage counted;
  const Semantics semantics = given.semantics.one();
  ExploreOptions options;
  options.recorder = &counted;
  std::size_t scenarios = 0, left = 0, incomplete = 0;
  given.scenarios.forEach([&](const Scenario& scenario) {
    counted.begin(scenario.id);
    const auto answer = allowedOutcomes(scenario, semantics, options);
    const auto* outcomes = std::get_if<AllowedOutcomes>(&answer);
    ++scenarios;
    left += outcomes == nullptr;
    incomplete += outcomes != nullptr && !outcomes->complete();
  });

  std::size_t ran = 0, modelled = 0;
  for (const SpecAlgorithm& algorithm : specAlgorithms()) {
    bool isTitled = false;
    for (const SpecStep& step : algorithm.steps) {
      if (!step.notModelled.empty()) continue;
      const auto* names = counted.of(algorithm.anchor, step.number);
      ++modelled;
      ran += names != nullptr;
      if (names && !given.showsAll) continue;
      if (given.format.isJson()) {
        JsonLine line;
        line.member("anchor", algorithm.anchor).member("number", step.number).member("ran", names != nullptr);
        if (names) line.member("scenarios", std::vector<std::string>{names->begin(), names->end()});
        continue;
      }
      if (!std::exchange(isTitled, true)) std::cout << '#' << algorithm.anchor << '\n';
      printStep(step, names);
    }
  }
  if (given.format.isJson()) {
    JsonLine{}
        .member("semantics", semantics.name)
        .member("scenarios", scenarios)
        .member("notApplicable", left)
        .member("incomplete", incomplete)
        .member("stepsRun", ran)
        .member("stepsModelled", modelled);
    return given.scenarios.badInput() ? 2 : 0;
  }
  std::cout << scenarios << " scenarios under " << semantics.name << ", " << left << " not applicable or not modelled, "
            << incomplete << " explored in part\n"
            << ran << " of " << modelled << " modelled steps: " << std::fixed << std::setprecision(1)
            << (modelled == 0 ? 0.0 : 100.0 * static_cast<double>(ran) / static_cast<double>(modelled)) << "%\n";
  return given.scenarios.badInput() ? 2 : 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->scenarios.declare(app, "scenarios");
  options->semantics.declare(app);
  options->format.declare(app);
  app.add_flag("--all", options->showsAll, "Also the steps that ran, and which scenarios ran them");
  return [options] { return coverage(*options); };
}

}  // namespace

extern const CliCommand coverageCommand;
const CliCommand coverageCommand{"coverage",
                                 "Tells which modelled steps of the draft the scenarios exercise, and which never.",
                                 "conform coverage scenarios/spec", define};

}  // namespace conform
