// conform coverage: which modelled steps of the draft the scenarios exercise, and which never.
#include <iomanip>
#include <iostream>
#include <utility>

#include "checker/cli/Command.hpp"
#include "checker/coverage/Coverage.hpp"
#include "checker/scenario/load.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/spec/Table.hpp"
#include "model/systems/AllowedOutcomes.hpp"

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

int coverage(const std::vector<std::string>& given) {
  std::vector<std::string> arguments = given;
  const bool showsAll = takeFlag(arguments, "--all");
  std::string semanticsName = "draft";
  takeOption(arguments, "--semantics", semanticsName);
  if (arguments.empty()) arguments = {"scenarios"};
  expectPaths(arguments);

  Coverage counted;
  const Semantics semantics = parseSemantics(semanticsName);
  ExploreOptions options;
  options.recorder = &counted;
  std::size_t scenarios = 0, left = 0, incomplete = 0;
  int status = 0;
  for (const std::string& path : arguments) {
    for (const std::string& file : scenarioFilesIn(path)) {
      const Loaded loaded = loadFile(file);
      for (const LoadError& error : loaded.errors) std::cerr << error.text() << "\n";
      if (!loaded.errors.empty()) status = 2;
      for (const Scenario& scenario : loaded.scenarios) {
        counted.begin(scenario.id);
        const auto answer = allowedOutcomes(scenario, semantics, options);
        const auto* outcomes = std::get_if<AllowedOutcomes>(&answer);
        ++scenarios;
        left += outcomes == nullptr;
        incomplete += outcomes != nullptr && !outcomes->complete();
      }
    }
  }

  std::size_t ran = 0, modelled = 0;
  for (const SpecAlgorithm& algorithm : specAlgorithms()) {
    bool isTitled = false;
    for (const SpecStep& step : algorithm.steps) {
      if (!step.notModelled.empty()) continue;
      const auto* names = counted.of(algorithm.anchor, step.number);
      ++modelled;
      ran += names != nullptr;
      if (names && !showsAll) continue;
      if (!std::exchange(isTitled, true)) std::cout << '#' << algorithm.anchor << '\n';
      printStep(step, names);
    }
  }
  std::cout << scenarios << " scenarios under " << semanticsName << ", " << left << " not applicable or not modelled, "
            << incomplete << " explored in part\n"
            << ran << " of " << modelled << " modelled steps: " << std::fixed << std::setprecision(1)
            << (modelled == 0 ? 0.0 : 100.0 * static_cast<double>(ran) / static_cast<double>(modelled)) << "%\n";
  return status;
}

}  // namespace

extern const CliCommand coverageCommand;
const CliCommand coverageCommand{"coverage", "[SCENARIO...] [--all] [--semantics NAME]",
                                 "Tells which modelled steps of the draft the scenarios exercise, and which never.",
                                 "conform coverage scenarios/spec", coverage};

}  // namespace conform
