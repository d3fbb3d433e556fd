// conform draw: one allowed run of a scenario as a picture.
#include "checker/cli/files.hpp"
#include "checker/cli/scenarioArguments.hpp"
#include "checker/compare/check.hpp"
#include "checker/compare/outcomeGroups.hpp"
#include "model/explorer/operations.hpp"
#include "reports/lanes.hpp"

namespace conform {
namespace {

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  BoundArguments bounds;
  std::string output = "-";
  std::size_t outcome = 1;
  bool asMermaid = false;
};

/// The told run, or why there is none.
std::vector<TimelineStep> narrationOf(const Scenario& scenario, const Semantics& semantics, const Options& given) {
  ExploreOptions explore;
  given.bounds.apply(explore);
  const auto answer = allowedOutcomes(scenario, semantics, explore);
  if (const auto* why = std::get_if<NotApplicable>(&answer)) throw UsageError(scenario.id + ": " + why->reason);
  const auto& outcomes = std::get<AllowedOutcomes>(answer);
  const auto word = OutcomeGroups{outcomes}.outcome(given.outcome);
  if (!word)
    throw UsageError("--outcome: there are " + explorer::count(outcomes.automaton()).text() +
                     " outcomes; conform explore lists them");
  const std::vector<NarratedStep> steps = outcomes.narrate(*word);
  if (steps.empty()) throw UsageError(scenario.id + ": the run is too long to be told");
  return timelineSteps(scenario, steps);
}

int draw(Options& given) {
  const Semantics semantics = given.semantics.one();
  const std::vector<Scenario> scenarios = given.scenarios.all();
  if (given.scenarios.badInput()) return 2;
  if (scenarios.size() != 1) throw UsageError("one scenario can be drawn at a time; --only NAME picks one");
  const Scenario& scenario = scenarios.front();
  const std::string title = (scenario.title.empty() ? scenario.id : scenario.title) + " (" + semantics.name + ")";
  const std::vector<TimelineStep> narration = narrationOf(scenario, semantics, given);
  writeTo(given.output, "--output",
          [&](std::ostream& out) { (given.asMermaid ? drawMermaid : drawSvg)(title, narration, out); });
  return 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->scenarios.declare(app);
  options->semantics.declare(app);
  app.add_option("-o,--output", options->output, "Where it goes; - is standard output")->capture_default_str();
  app.add_option("--outcome", options->outcome, "Which outcome, as conform explore numbers them")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000));
  app.add_flag("--mermaid", options->asMermaid, "A Mermaid diagram for Markdown, in place of SVG");
  options->bounds.declare(app);
  return [options] { return draw(*options); };
}

}  // namespace

extern const CliCommand drawCommand;
const CliCommand drawCommand{"draw", "Draws one allowed run of a scenario: what happens on each timeline, and why.",
                             "conform draw scenarios/thread/seed-01-original.json --semantics option-1 -o run.svg",
                             define};

}  // namespace conform
