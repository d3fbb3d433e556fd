// conform run: scenarios against the model and a subject.
#include <fstream>
#include <iostream>
#include <map>
#include <memory>

#include "checker/cli/scenarioArguments.hpp"
#include "checker/compare/claims.hpp"
#include "checker/compare/observe.hpp"
#include "checker/subjects/Subject.hpp"
#include "checker/subjects/recording.hpp"

namespace conform {
namespace {

std::unique_ptr<Subject> makeSubject(const std::string& text) {
  const std::size_t colon = text.find(':');
  for (const SubjectKind* kind : subjectKinds()) {
    if (kind->name == text.substr(0, colon)) {
      return kind->make(colon == std::string::npos ? std::string_view{} : std::string_view{text}.substr(colon + 1));
    }
  }
  std::vector<std::string> names;
  for (const SubjectKind* kind : subjectKinds()) names.emplace_back(kind->name);
  refuseName("subject", text.substr(0, colon), names, "conform list subjects");
}

void explainDivergence(const Scenario& scenario, const AllowedOutcomes& outcomes, const Observations& observed,
                       const explorer::Followed& followed, const std::string& subject, const std::string& semantics) {
  std::cout << "  the scenario:\n" << scenario.json << "\n";
  std::cout << "  allowed so far:\n";
  for (std::size_t i = 0; i < followed.length; ++i) std::cout << "    " << textOf(observed[i]) << "\n";
  std::cout << "  then seen: "
            << (followed.length < observed.size() ? textOf(observed[followed.length]) : "the end of the run") << "\n";
  std::cout << "  allowed here:\n";
  for (const explorer::Symbol symbol : followed.allowed) {
    const auto [anchor, step] = outcomes.decidedBy(symbol);
    std::cout << "    " << textOf(outcomes.observation(symbol));
    if (!anchor.empty()) std::cout << "  by #" << anchor << " step " << step;
    std::cout << "\n";
  }
  if (followed.mayEnd) std::cout << "    the end of the run\n";
  std::cout << "  semantics that would allow it:";
  bool any = false;
  for (const NamedSemantics* named : namedSemantics()) {
    const auto answer = allowedOutcomes(scenario, parseSemantics(named->name), {});
    const auto* other = std::get_if<AllowedOutcomes>(&answer);
    if (other == nullptr || !other->complete() || !followObserved(*other, observed).accepted) continue;
    std::cout << " " << named->name;
    any = true;
  }
  std::cout << (any ? "\n" : " none\n");
  std::cout << "  again: conform run " << scenario.file << " --subject " << subject << " --semantics " << semantics
            << "\n";
}

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  std::string subject = "cpu", record;
  std::size_t repeats = 1;
  bool allowUnknown = false;
};

int run(Options& given) {
  const Semantics semantics = given.semantics.one();
  const std::string &subjectName = given.subject, &semanticsName = semantics.name;
  const std::size_t repeats = given.repeats;
  const bool records = !given.record.empty();
  const std::unique_ptr<Subject> subject = makeSubject(subjectName);

  std::ofstream record;
  if (records) {
    record.open(given.record);
    if (!record) throw UsageError("--record: " + given.record + " cannot be written");
    writeRecordingHead(record, *subject);
  }
  std::uint64_t recorded = 0;

  std::map<std::string, std::size_t> counts;
  bool badInput = false, failed = false;
  given.scenarios.forEach([&](const Scenario& scenario) {
    const auto tell = [&](const std::string& verdict, const std::string& detail) {
      ++counts[verdict];
      std::cout << verdict << "  " << scenario.id << (detail.empty() ? "" : "  " + detail) << "\n";
    };
    const auto answer = allowedOutcomes(scenario, semantics, {});
    if (const auto* why = std::get_if<NotApplicable>(&answer)) {
      const bool isModelled = why->why == NotApplicable::Why::SetupFails;
      badInput = badInput || !isModelled;
      tell(isModelled ? "not applicable" : "not modelled yet", why->reason);
      return;
    }
    const auto& outcomes = std::get<AllowedOutcomes>(answer);
    if (!outcomes.complete()) {
      failed = failed || !given.allowUnknown;
      tell("unknown", outcomes.whyIncomplete());
      return;
    }
    // What the author claims, under every semantics that is named.
    for (const auto& [name, ignored] : scenario.allowed) {
      const Semantics other = parseSemantics(name);
      const auto claim = scenario.claimFor(name, other.isBasic);
      const auto claimed = allowedOutcomes(scenario, other, {});
      const auto* model = std::get_if<AllowedOutcomes>(&claimed);
      if (!claim || model == nullptr || !model->complete()) continue;
      for (const std::string& wrong : wrongClaims(scenario, *claim, *model)) {
        failed = true;
        tell("diverges", "the scenario's claim under " + name + ": " + wrong);
      }
    }
    for (std::size_t round = 1; round <= repeats; ++round) {
      RunOptions options;
      options.seed = round;
      const SubjectRun shown = subject->run(scenario, options);
      if (records) writeRecordedRun(record, ++recorded, scenario, options, shown);
      if (shown.status == SubjectRun::Status::Unsupported) {
        tell("unsupported", shown.reason);
        break;
      }
      if (shown.status == SubjectRun::Status::Broken) {
        failed = true;
        tell("broken", shown.reason);
        break;
      }
      const explorer::Followed followed = followObserved(outcomes, shown.observations);
      if (followed.accepted) {
        if (round == repeats) tell("conforms", {});
        continue;
      }
      failed = true;
      tell("diverges", "under " + semanticsName);
      explainDivergence(scenario, outcomes, shown.observations, followed, subjectName, semanticsName);
      break;
    }
  });
  std::string line;
  for (const auto& [verdict, count] : counts)
    line += (line.empty() ? "" : ", ") + std::to_string(count) + " " + verdict;
  std::cout << (line.empty() ? "nothing was run" : line) << "\n";
  return badInput || given.scenarios.badInput() ? 2 : failed ? 1 : 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->scenarios.declare(app);
  options->semantics.declare(app);
  app.add_option("--subject", options->subject, "What is checked (see conform list subjects)")->capture_default_str();
  app.add_option("--repeat", options->repeats, "Runs of each scenario, each with a schedule of its own")
      ->capture_default_str();
  app.add_option("--record", options->record, "Writes what was observed to this file, for the subject recorded:FILE");
  app.add_flag("--allow-unknown", options->allowUnknown, "Reaching a bound is no failure");
  return [options] { return run(*options); };
}

}  // namespace

extern const CliCommand runCommand;
const CliCommand runCommand{"run", "Runs scenarios on a subject and compares with what the semantics allows.",
                            "conform run scenarios/thread", define};

}  // namespace conform
