// conform explore: every allowed outcome of a scenario.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string_view>

#include "checker/cli/Progress.hpp"
#include "checker/cli/formatArgument.hpp"
#include "checker/cli/scenarioArguments.hpp"
#include "checker/compare/observe.hpp"
#include "checker/compare/outcomeGroups.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  BoundArguments bounds;
  GranularityArgument granularity;
  FormatArgument format;
  std::size_t limit = 20, sample = 0;
  std::uint64_t seed = 1;
  bool isFull = false, hasFingerprints = false, asDot = false, witnesses = false;
};

void tellWitness(const std::vector<NarratedStep>& narration) {
  for (const NarratedStep& step : narration) {
    if (step.text.empty()) continue;
    std::cout << "       " << step.text << (step.anchor.empty() ? "" : "  (#" + step.anchor + " " + step.number + ")")
              << "\n";
  }
}

/// A move of a run in few words; empty for script's own steps, the draft's, and what the device did.
std::string briefly(const NarratedStep& step) {
  if (!step.number.empty() || step.lane == NarratedStep::Lane::Device || step.place != nullptr) return "";
  std::string_view text = step.text;
  for (const std::string_view quiet : {"the set-up has run", "a microtask"}) {
    if (text.starts_with(quiet)) return "";
  }
  if (text == "the event loop runs a task of the ML task source") return "runs an ML task";
  for (const std::string_view who : {"the timeline ", "the event loop "}) {
    if (text.starts_with(who)) text.remove_prefix(who.size());
  }
  return std::string{text};
}

/// Only what could have gone otherwise: who acts when, up to the last thing that is seen.
void tellWitnessInBrief(const std::vector<NarratedStep>& narration) {
  std::string text, upToHere;
  for (const NarratedStep& step : narration) {
    if (const std::string move = briefly(step); !move.empty()) upToHere += (upToHere.empty() ? "" : "; ") + move;
    if (!step.observations.empty()) text = upToHere;
  }
  if (!text.empty()) std::cout << "       " << wrapped(printable("so: " + text), 100, 11) << "\n";
}

void tellGroup(const AllowedOutcomes& outcomes, const OutcomeGroups& groups, std::size_t number) {
  const OutcomeGroup &group = groups.all()[number], &usual = groups.all().back();
  std::cout << "  kind " << number + 1 << ", " << group.orders.text()
            << (group.orders == 1 ? " outcome" : " outcomes, the order differs");
  if (&group == &usual) {
    std::cout << "; the most common\n";
    return;
  }
  std::string unlike;
  for (const explorer::Symbol symbol : group.symbols) {
    if (!std::ranges::binary_search(usual.symbols, symbol)) unlike += "  " + textOf(outcomes.observation(symbol)) + ";";
  }
  std::cout << "; unlike the most common:" << unlike << "\n";
}

/// Some of all the outcomes, each as likely as any other; one may come twice.
void forEachSample(const AllowedOutcomes& outcomes, const Options& given,
                   const std::function<void(const explorer::Word&)>& take) {
  const std::vector<explorer::BigCount> counts = explorer::countsOf(outcomes.automaton());
  if (explorer::count(outcomes.automaton()).isZero()) return;
  std::mt19937_64 random{given.seed};
  for (std::size_t i = 0; i < given.sample; ++i) take(explorer::sample(outcomes.automaton(), counts, random));
}

void tellOutcome(const AllowedOutcomes& outcomes, const explorer::Word& word) {
  for (const std::string& text : textsOf(outcomes, word)) std::cout << "  " << printable(text) << ";";
  std::cout << (word.empty() ? "  nothing is seen\n" : "\n");
}

void tellOutcomes(const AllowedOutcomes& outcomes, const OutcomeGroups& groups, const Options& given) {
  const bool hasHeads =
      groups.all().size() > 1 && explorer::BigCount{groups.all().size()} < explorer::count(outcomes.automaton());
  const bool isRace = explorer::count(outcomes.automaton()) > 1;
  const auto begun = std::chrono::steady_clock::now();
  std::size_t shown = 0, lastGroup = groups.all().size();
  if (given.sample > 0) {
    return forEachSample(outcomes, given, [&](const explorer::Word& word) {
      std::cout << "  any";
      tellOutcome(outcomes, word);
      if (given.witnesses) tellWitness(outcomes.narrate(word));
    });
  }
  if (given.limit == 0) return;
  groups.forEach([&](std::size_t group, const explorer::Word& word) {
    if (hasHeads && group != lastGroup) tellGroup(outcomes, groups, group);
    lastGroup = group;
    std::cout << "  " << ++shown << ".";
    tellOutcome(outcomes, word);
    // Looking for runs takes long in large systems: `explain` and --witness have the patience.
    const bool isQuick = std::chrono::steady_clock::now() - begun < std::chrono::seconds{1};
    if (given.witnesses) {
      tellWitness(outcomes.narrate(word));
    } else if (isRace && isQuick) {
      tellWitnessInBrief(outcomes.narrate(word, 20'000));
    }
    return shown < given.limit;
  });
  if (explorer::BigCount{shown} < explorer::count(outcomes.automaton())) std::cout << "  ... (--limit N shows more)\n";
}

/// The count as text: it may be beyond any number of JSON's readers.
void tellJson(const Scenario& scenario, const Semantics& semantics, const AllowedOutcomes& outcomes,
              const Options& given) {
  JsonLine line;
  line.member("scenario", scenario.id).member("semantics", semantics.name);
  line.member("complete", outcomes.complete()).member("count", explorer::count(outcomes.automaton()).text());
  line.member("states", outcomes.statesExplored()).member("transitions", outcomes.transitions());
  if (!outcomes.complete()) line.member("whyIncomplete", outcomes.whyIncomplete());
  line.json().key("outcomes");
  line.json().open('[');
  std::size_t shown = 0;
  const auto tellOne = [&](const explorer::Word& word) { line.json().value(textsOf(outcomes, word)); };
  if (given.sample > 0) {
    forEachSample(outcomes, given, tellOne);
  } else if (given.limit > 0) {
    OutcomeGroups{outcomes}.forEach([&](std::size_t, const explorer::Word& word) {
      tellOne(word);
      return ++shown < given.limit;
    });
  }
  line.json().close(']');
}

/// Gives the exit status.
int tell(const Scenario& scenario, const Semantics& semantics, const Options& given, ExploreOptions options) {
  std::optional<StatusLine> progress{std::in_place};
  options.progress = [&](std::size_t states) {
    progress->show([&](std::size_t) { return std::to_string(states) + " states explored"; });
  };
  const auto answer = allowedOutcomes(scenario, semantics, options);
  progress.reset();
  if (const auto* why = std::get_if<NotApplicable>(&answer)) {
    if (given.format.isJson()) {
      JsonLine{}.member("scenario", scenario.id).member("semantics", semantics.name).member("reason", why->reason);
      return 2;
    }
    std::cout << printable(scenario.id) << ": " << printable(why->reason) << "\n";
    return 2;
  }
  const auto& outcomes = std::get<AllowedOutcomes>(answer);
  if (given.asDot) {
    std::cout << explorer::dot(outcomes.automaton(),
                               [&](explorer::Symbol symbol) { return textOf(outcomes.observation(symbol)); });
    return outcomes.complete() ? 0 : 1;
  }
  if (given.format.isJson()) {
    tellJson(scenario, semantics, outcomes, given);
    return outcomes.complete() ? 0 : 1;
  }
  const OutcomeGroups groups{outcomes};
  const explorer::BigCount count = explorer::count(outcomes.automaton());
  std::cout << printable(scenario.id) << " under " << semantics.name
            << (options.granularity.isTheDrafts() ? ": " : " in coarser steps: ") << count.text()
            << (count == 1 ? " outcome" : " outcomes");
  if (groups.isGrouped() && groups.all().size() > 1) std::cout << " of " << groups.all().size() << " kinds";
  std::cout << " (" << outcomes.statesExplored() << " states, " << outcomes.transitions() << " transitions, "
            << outcomes.automaton().nodes.size() << " nodes, " << outcomes.peakBytes() / 1024 << " KiB)\n";
  if (!outcomes.complete()) std::cout << "  unknown: " << outcomes.whyIncomplete() << "; what follows may not be all\n";
  if (!groups.isGrouped() && !count.isZero()) std::cout << "  too many kinds to be sorted out\n";
  tellOutcomes(outcomes, groups, given);
  return outcomes.complete() ? 0 : 1;
}

int explore(Options& given) {
  ExploreOptions options;
  given.bounds.apply(options);
  options.granularity = given.granularity.granularity();
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
  options->bounds.declareWithLevel(app);
  options->granularity.declare(app);
  options->format.declare(app);
  app.add_option("--limit", options->limit, "How many outcomes are listed")->capture_default_str();
  app.add_option("--sample", options->sample, "Lists so many outcomes drawn from all, each as likely as any other");
  app.add_option("--seed", options->seed, "Of --sample")->capture_default_str();
  app.add_flag("--full", options->isFull, "Every interleaving, no reduction: the oracle");
  app.add_flag("--fingerprints", options->hasFingerprints, "Every interleaving, 64-bit fingerprints of the states");
  app.add_flag("--witness", options->witnesses, "One shortest run for each outcome, step by step");
  app.add_flag("--dot", options->asDot, "The automaton as a drawing for Graphviz");
  return [options] { return explore(*options); };
}

}  // namespace

extern const CliCommand exploreCommand;
const CliCommand exploreCommand{"explore", "Counts and lists every outcome that the semantics allows.",
                                "conform explore scenarios/thread/seed-01-original.json", define};

}  // namespace conform
