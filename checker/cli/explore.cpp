// conform explore: every allowed outcome of a scenario.
#include <algorithm>
#include <iostream>

#include "checker/cli/scenarioArguments.hpp"
#include "checker/compare/observe.hpp"

namespace conform {
namespace {

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  BoundArguments bounds;
  std::size_t limit = 20;
  bool isFull = false, hasFingerprints = false, asDot = false, witnesses = false;
};

/// Gives the exit status.
int tell(const Scenario& scenario, const Semantics& semantics, const Options& given, const ExploreOptions& options) {
  const auto answer = allowedOutcomes(scenario, semantics, options);
  if (const auto* why = std::get_if<NotApplicable>(&answer)) {
    std::cout << scenario.id << ": " << why->reason << "\n";
    return 2;
  }
  const auto& outcomes = std::get<AllowedOutcomes>(answer);
  if (given.asDot) {
    std::cout << explorer::dot(outcomes.automaton(),
                               [&](explorer::Symbol symbol) { return textOf(outcomes.observation(symbol)); });
    return 0;
  }
  std::cout << scenario.id << " under " << semantics.name << ": " << explorer::count(outcomes.automaton()).text()
            << " outcomes (" << outcomes.statesExplored() << " states, " << outcomes.transitions() << " transitions, "
            << outcomes.automaton().nodes.size() << " nodes, " << outcomes.peakBytes() / 1024 << " KiB)\n";
  if (!outcomes.complete()) std::cout << "  unknown: " << outcomes.whyIncomplete() << "; what follows may not be all\n";
  std::size_t shown = 0;
  for (const explorer::Word& word : explorer::words(outcomes.automaton(), given.limit)) {
    std::cout << "  " << ++shown << ".";
    for (const explorer::Symbol symbol : word) std::cout << "  " << textOf(outcomes.observation(symbol)) << ";";
    std::cout << (word.empty() ? "  nothing is seen\n" : "\n");
    if (!given.witnesses) continue;
    for (const NarratedStep& step : outcomes.narrate(word)) {
      if (step.text.empty()) continue;
      std::cout << "       " << step.text << (step.anchor.empty() ? "" : "  (#" + step.anchor + " " + step.number + ")")
                << "\n";
    }
  }
  if (explorer::BigCount{shown} < explorer::count(outcomes.automaton())) std::cout << "  ... (--limit N shows more)\n";
  return outcomes.complete() ? 0 : 1;
}

int explore(Options& given) {
  ExploreOptions options;
  given.bounds.apply(options);
  if (given.isFull) options.engine = Engine::Full;
  if (given.hasFingerprints) options.engine = Engine::Fingerprints;
  const std::vector<Semantics> all = given.semantics.all();
  int status = 0;
  given.scenarios.forEach([&](const Scenario& scenario) {
    for (const Semantics& semantics : all) status = std::max(status, tell(scenario, semantics, given, options));
  });
  return given.scenarios.badInput() ? 2 : status;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->scenarios.declare(app);
  options->semantics.declare(app);
  options->bounds.declare(app);
  app.add_option("--limit", options->limit, "How many outcomes are listed")->capture_default_str();
  app.add_flag("--full", options->isFull, "Every interleaving, no reduction: the oracle");
  app.add_flag("--fingerprints", options->hasFingerprints, "Every interleaving, 64-bit fingerprints of the states");
  app.add_flag("--witness", options->witnesses, "One run for each outcome, step by step");
  app.add_flag("--dot", options->asDot, "The automaton as a drawing for Graphviz");
  return [options] { return explore(*options); };
}

}  // namespace

extern const CliCommand exploreCommand;
const CliCommand exploreCommand{"explore", "Counts and lists every outcome that the semantics allows.",
                                "conform explore scenarios/thread/seed-01-original.json", define};

}  // namespace conform
