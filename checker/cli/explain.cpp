// conform explain: one run, told step by step on three lanes; or why an outcome is not allowed.
#include <iostream>

#include "checker/cli/files.hpp"
#include "checker/cli/formatArgument.hpp"
#include "checker/cli/reportArguments.hpp"
#include "checker/cli/scenarioArguments.hpp"
#include "checker/compare/check.hpp"
#include "checker/compare/observe.hpp"
#include "checker/compare/outcomeGroups.hpp"
#include "checker/compare/whyNot.hpp"
#include "checker/scenario/load.hpp"
#include "reports/explain.hpp"
#include "reports/findingJson.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  BoundArguments bounds;
  FormatArgument format;
  std::size_t outcome = 1;
  std::string whyNot;
};

std::string lineOf(const AllowedOutcomes& outcomes, const explorer::Word& word) {
  return word.empty() ? "nothing is seen" : joined(textsOf(outcomes, word), "; ");
}

void tellRun(const AllowedOutcomes& outcomes, const explorer::Word& word) {
  const std::vector<NarratedStep> narration = outcomes.narrate(word);
  if (narration.empty()) {
    std::cout << "  no run that shows it was found within the bound on states\n";
    return;
  }
  plainConsole().write(timelineSteps(outcomes.scenario(), narration), std::cout);
}

/// Gives the exit status: 1 if there is no such outcome.
int tellOutcome(const AllowedOutcomes& outcomes, std::size_t wanted) {
  const std::string count = explorer::count(outcomes.automaton()).text();
  const auto word = OutcomeGroups{outcomes}.outcome(wanted);
  if (!word) {
    std::cout << "  there is no outcome " << wanted << ": there are " << count << "\n";
    return 1;
  }
  std::cout << wrapped(printable("outcome " + std::to_string(wanted) + " of " + count + ": " + lineOf(outcomes, *word)),
                       plainConsole().width, 2)
            << "\n\n";
  tellRun(outcomes, *word);
  return 0;
}

/// 0: it is allowed; 1: it is not; 2: the file is no outcome of the scenario.
int tellWhyNot(const AllowedOutcomes& outcomes, const std::string& file) {
  const LoadedOutcome loaded = loadOutcome(file, outcomes.scenario());
  tell(loaded.errors);
  if (!loaded.errors.empty()) return 2;
  const auto answer = whyNot(outcomes, loaded.outcome);
  const std::size_t width = plainConsole().width;
  if (const auto* allowed = std::get_if<IsAllowed>(&answer)) {
    std::cout << wrapped(printable("this outcome is allowed: " + lineOf(outcomes, allowed->run)), width, 2) << "\n\n";
    tellRun(outcomes, allowed->run);
    return 0;
  }
  const auto& not_ = std::get<NotAllowed>(answer);
  std::cout << "this outcome is not allowed.\n";
  std::cout << "  Runs go along with it for " << not_.prefix.size() << " observations";
  std::cout << (not_.prefix.empty() ? ".\n" : ":\n");
  for (const std::string& text : textsOf(outcomes, not_.prefix))
    std::cout << "    " << wrapped(printable(text), width, 6) << "\n";
  std::cout << "  Then every run shows one of:\n";
  for (const Alternative& alternative : not_.instead) {
    std::cout << "    " << wrapped(printable(alternative.text), width, 6) << "\n";
    if (alternative.step.anchor.empty()) continue;
    std::cout << "      " << wrapped(printable(because(alternative.step)), width, 9) << "\n";
  }
  if (!not_.neverSeen.empty())
    std::cout << "  Not seen as asked by then: " << printable(joined(not_.neverSeen, ", ")) << "\n";
  return 1;
}

/// One line for programs; gives the exit status, as above.
int tellJson(const Scenario& scenario, const Semantics& semantics, const AllowedOutcomes& outcomes,
             const Options& given) {
  JsonLine line;
  line.member("scenario", scenario.id).member("semantics", semantics.name).member("complete", outcomes.complete());
  const auto tellRun = [&](const explorer::Word& word) {
    line.member("outcome", textsOf(outcomes, word));
    writeJson(line.json(), "narration", timelineSteps(outcomes.scenario(), outcomes.narrate(word)));
  };
  if (given.whyNot.empty()) {
    const auto word = OutcomeGroups{outcomes}.outcome(given.outcome);
    if (word) tellRun(*word);
    return word ? 0 : 1;
  }
  const LoadedOutcome loaded = loadOutcome(given.whyNot, outcomes.scenario());
  tell(loaded.errors);
  if (!loaded.errors.empty()) return 2;
  const auto answer = whyNot(outcomes, loaded.outcome);
  const auto* allowed = std::get_if<IsAllowed>(&answer);
  line.member("allowed", allowed != nullptr);
  if (allowed != nullptr) {
    tellRun(allowed->run);
    return 0;
  }
  const auto& refused = std::get<NotAllowed>(answer);
  line.member("prefix", textsOf(outcomes, refused.prefix)).member("neverSeen", refused.neverSeen);
  writeJson(line.json(), "instead", refused.instead);
  return 1;
}

/// Gives the exit status.
int tell(const Scenario& scenario, const Semantics& semantics, const Options& given, const ExploreOptions& options) {
  const bool isJson = given.format.isJson();
  const auto answer = allowedOutcomes(scenario, semantics, options);
  if (const auto* why = std::get_if<NotApplicable>(&answer)) {
    if (isJson) {
      JsonLine{}.member("scenario", scenario.id).member("semantics", semantics.name).member("reason", why->reason);
    } else {
      std::cout << printable(scenario.id) << " under " << semantics.name << ": " << printable(why->reason) << "\n";
    }
    return 2;
  }
  const auto& outcomes = std::get<AllowedOutcomes>(answer);
  if (isJson) return tellJson(scenario, semantics, outcomes, given);
  std::cout << printable(scenario.id) << " under " << semantics.name << ": ";
  if (!outcomes.complete()) std::cout << "(unknown: " << outcomes.whyIncomplete() << ") ";
  const int status = given.whyNot.empty() ? tellOutcome(outcomes, given.outcome) : tellWhyNot(outcomes, given.whyNot);
  std::cout << "\n";
  return status;
}

int explain(Options& given) {
  ExploreOptions options;
  given.bounds.apply(options);
  int status = 0;
  const std::vector<Semantics> all = given.semantics.all();
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
  options->format.declare(app);
  CLI::Option* outcome =
      app.add_option("--outcome", options->outcome, "Which of the outcomes, as conform explore numbers them")
          ->capture_default_str()
          ->check(CLI::PositiveNumber);
  app.add_option("--why-not", options->whyNot,
                 "A file with an outcome, {\"r\": {\"pending\": true}}: tells at which step it stops being allowed")
      ->excludes(outcome);
  return [options] { return explain(*options); };
}

}  // namespace

extern const CliCommand explainCommand;
const CliCommand explainCommand{"explain",
                                "Tells one allowed run step by step, on the lanes of script, contexts and devices.",
                                "conform explain scenarios/thread/seed-01-original.json --semantics option-1", define};

}  // namespace conform
