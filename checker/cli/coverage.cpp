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

/// A check of an operator's method: a step that can end in an error.
bool isOperatorCheck(const SpecAlgorithm& algorithm, const SpecStep& step) {
  const std::string_view anchor = algorithm.anchor;
  const bool isOfBuilder = anchor.starts_with("dom-mlgraphbuilder-") || anchor.starts_with("mlgraphbuilder-");
  const bool isOperator = isOfBuilder && anchor.find("-build") == anchor.npos && anchor.find("-input") == anchor.npos &&
                          anchor.find("-constant") == anchor.npos && anchor != "dom-mlgraphbuilder-mlgraphbuilder";
  return isOperator && step.text.find("Error") != step.text.npos;
}

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  FormatArgument format;
  bool showsAll = false;
  double atLeast = 0;
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

  std::size_t ran = 0, modelled = 0, checks = 0, violated = 0;
  for (const SpecAlgorithm& algorithm : specAlgorithms()) {
    bool isTitled = false;
    for (const SpecStep& step : algorithm.steps) {
      if (!step.notModelled.empty()) continue;
      const auto* names = counted.of(algorithm.anchor, step.number);
      ++modelled;
      ran += names != nullptr;
      const bool isCheck = isOperatorCheck(algorithm, step);
      const bool isViolated = isCheck && counted.hasRefused(algorithm.anchor, step.number);
      checks += isCheck;
      violated += isViolated;
      if (names && (!isCheck || isViolated) && !given.showsAll) continue;
      if (given.format.isJson()) {
        JsonLine line;
        line.member("anchor", algorithm.anchor).member("number", step.number).member("ran", names != nullptr);
        if (isCheck) line.member("violated", isViolated);
        if (names) line.member("scenarios", std::vector<std::string>{names->begin(), names->end()});
        continue;
      }
      if (!std::exchange(isTitled, true)) std::cout << '#' << algorithm.anchor << '\n';
      printStep(step, names);
      if (isCheck && !isViolated) std::cout << "         no scenario violates it\n";
    }
  }
  const double percentage = modelled == 0 ? 0.0 : 100.0 * static_cast<double>(ran) / static_cast<double>(modelled);
  const int status = given.scenarios.badInput() ? 2 : percentage < given.atLeast ? 1 : 0;
  if (given.format.isJson()) {
    JsonLine{}
        .member("semantics", semantics.name)
        .member("scenarios", scenarios)
        .member("notApplicable", left)
        .member("incomplete", incomplete)
        .member("checksViolated", violated)
        .member("checks", checks)
        .member("stepsRun", ran)
        .member("stepsModelled", modelled);
    return status;
  }
  std::cout << scenarios << " scenarios under " << semantics.name << ", " << left << " not applicable or not modelled, "
            << incomplete << " explored in part\n"
            << violated << " of " << checks << " checks of operators violated\n"
            << ran << " of " << modelled << " modelled steps: " << std::fixed << std::setprecision(1) << percentage
            << "%\n";
  return status;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->scenarios.declare(app, "scenarios");
  options->semantics.declare(app);
  options->format.declare(app);
  app.add_flag("--all", options->showsAll, "Also the steps that ran, and which scenarios ran them");
  app.add_option("--at-least", options->atLeast, "Exit status 1 below this percentage of the modelled steps");
  return [options] { return coverage(*options); };
}

}  // namespace

extern const CliCommand coverageCommand;
const CliCommand coverageCommand{"coverage",
                                 "Tells which modelled steps of the draft the scenarios exercise, and which never.",
                                 "conform coverage scenarios/spec", define};

}  // namespace conform
