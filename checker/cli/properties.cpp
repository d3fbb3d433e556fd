// conform properties: what must hold on every path, checked on every path.
#include <iostream>

#include "checker/cli/reportArguments.hpp"
#include "checker/cli/scenarioArguments.hpp"
#include "checker/compare/check.hpp"
#include "model/systems/checkProperties.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  std::size_t maxStates = 1'000'000;
  bool allowUnknown = false;
};

/// Gives the exit status.
int tell(const Scenario& scenario, const Semantics& semantics, const Options& given) {
  const Console console = plainConsole();
  std::cout << printable(scenario.id) << " under " << semantics.name << ": ";
  const auto answer = allowedOutcomes(scenario, semantics, {});
  if (const auto* why = std::get_if<NotApplicable>(&answer)) {
    std::cout << printable(why->reason) << "\n";
    return why->why == NotApplicable::Why::NotModelled ? 2 : 0;
  }
  const PropertyCheck check = std::get<AllowedOutcomes>(answer).checkProperties(given.maxStates, {});
  std::cout << properties().size() - check.broken.size() << " of " << properties().size() << " properties hold on "
            << (check.complete ? "all " : "the first ") << check.states << " states\n";
  for (const BrokenProperty& broken : check.broken) {
    std::cout << "  " << broken.property->name << ": "
              << wrapped(printable(broken.what), console.width, broken.property->name.size() + 4) << "\n";
    console.write(timelineSteps(scenario, broken.run), std::cout);
  }
  return !check.broken.empty() || (!check.complete && !given.allowUnknown) ? 1 : 0;
}

int run(Options& given) {
  int status = 0;
  const std::vector<Semantics> all = given.semantics.all();
  given.scenarios.forEach([&](const Scenario& scenario) {
    for (const Semantics& semantics : all) status = std::max(status, tell(scenario, semantics, given));
  });
  return given.scenarios.badInput() ? 2 : status;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->scenarios.declare(app);
  options->semantics.declare(app);
  app.add_option("--max-states", options->maxStates, "Bound on the states that are visited")->capture_default_str();
  app.add_flag("--allow-unknown", options->allowUnknown, "Reaching the bound is no failure");
  return [options] { return run(*options); };
}

}  // namespace

extern const CliCommand propertiesCommand;
const CliCommand propertiesCommand{
    "properties",
    "Checks on every path what must hold on every path (conform list properties), and tells a run that breaks it.",
    "conform properties scenarios/thread/seed-01-original.json --semantics prototype-2024", define};

}  // namespace conform
