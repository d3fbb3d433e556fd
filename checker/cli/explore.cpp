// conform explore: every allowed outcome of a scenario.
#include <chrono>
#include <cstdio>
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/compare/observe.hpp"
#include "checker/scenario/load.hpp"
#include "model/semantics/Semantics.hpp"

namespace conform {
namespace {

int explore(const std::vector<std::string>& given) {
  std::vector<std::string> arguments = given;
  std::string semanticsName = "draft", text;
  ExploreOptions options;
  takeOption(arguments, "--semantics", semanticsName);
  const std::size_t limit = takeOption(arguments, "--limit", text) ? toNumber(text, "--limit") : 20;
  if (takeOption(arguments, "--max-states", text)) options.maxStates = toNumber(text, "--max-states");
  if (takeOption(arguments, "--max-memory", text)) options.maxMemory = toNumber(text, "--max-memory") << 20;
  if (takeOption(arguments, "--timeout", text))
    options.timeoutSeconds = static_cast<double>(toNumber(text, "--timeout"));
  if (takeFlag(arguments, "--full")) options.engine = Engine::Full;
  if (takeFlag(arguments, "--fingerprints")) options.engine = Engine::Fingerprints;
  const bool asDot = takeFlag(arguments, "--dot"), witnesses = takeFlag(arguments, "--witness");
  expectPaths(arguments);
  const Semantics semantics = parseSemantics(semanticsName);
  int status = 0;
  for (const std::string& path : arguments) {
    for (const std::string& file : path == "-" ? std::vector<std::string>{path} : scenarioFilesIn(path)) {
      const Loaded loaded = loadFile(file);
      for (const LoadError& error : loaded.errors) std::cerr << error.text() << "\n";
      if (!loaded.errors.empty()) status = 2;
      for (const Scenario& scenario : loaded.scenarios) {
        const auto answer = allowedOutcomes(scenario, semantics, options);
        if (const auto* why = std::get_if<NotApplicable>(&answer)) {
          std::cout << scenario.id << ": " << why->reason << "\n";
          status = status == 0 ? 2 : status;
          continue;
        }
        const auto& outcomes = std::get<AllowedOutcomes>(answer);
        if (asDot) {
          std::cout << explorer::dot(outcomes.automaton(),
                                     [&](explorer::Symbol symbol) { return textOf(outcomes.observation(symbol)); });
          continue;
        }
        std::cout << scenario.id << " under " << semanticsName << ": " << explorer::count(outcomes.automaton()).text()
                  << " outcomes (" << outcomes.statesExplored() << " states, " << outcomes.transitions()
                  << " transitions, " << outcomes.automaton().nodes.size() << " nodes, " << outcomes.peakBytes() / 1024
                  << " KiB)\n";
        if (!outcomes.complete()) {
          std::cout << "  unknown: " << outcomes.whyIncomplete() << "; what follows may not be all\n";
          status = status == 0 ? 1 : status;
        }
        std::size_t shown = 0;
        for (const explorer::Word& word : explorer::words(outcomes.automaton(), limit)) {
          std::cout << "  " << ++shown << ".";
          for (const explorer::Symbol symbol : word) std::cout << "  " << textOf(outcomes.observation(symbol)) << ";";
          std::cout << (word.empty() ? "  nothing is seen\n" : "\n");
          if (!witnesses) continue;
          for (const NarratedStep& step : outcomes.narrate(word)) {
            if (step.text.empty()) continue;
            std::cout << "       " << step.text
                      << (step.anchor.empty() ? "" : "  (#" + step.anchor + " " + step.number + ")") << "\n";
          }
        }
        if (explorer::BigCount{shown} < explorer::count(outcomes.automaton()))
          std::cout << "  ... (--limit N shows more)\n";
      }
    }
  }
  return status;
}

}  // namespace

extern const CliCommand exploreCommand;
const CliCommand exploreCommand{"explore",
                                "PATH... [--semantics S] [--full | --fingerprints] [--limit N] [--witness] [--dot] "
                                "[--max-states N] [--max-memory MIB] [--timeout S]",
                                "Counts and lists every outcome that the semantics allows.",
                                "conform explore scenarios/thread/seed-01-original.json", explore};

}  // namespace conform
