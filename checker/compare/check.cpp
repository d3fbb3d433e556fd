#include "checker/compare/check.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "checker/compare/claims.hpp"
#include "checker/compare/differences.hpp"
#include "checker/compare/observe.hpp"
#include "checker/compare/probe.hpp"
#include "checker/export/javascript.hpp"

namespace conform {
namespace {

constexpr std::size_t maxHistogramRows = 50;

/// Counts what repeated runs showed, as litmus tests do.
class Histogram {
 public:
  void add(std::vector<std::string> outcome, bool allowed) {
    HistogramRow& row = rows_[{outcome, allowed}];
    row.outcome = std::move(outcome);
    row.allowed = allowed;
    ++row.count;
  }
  /// Those seen, the most frequent first; then what is allowed but was never seen, as far as there is room.
  std::vector<HistogramRow> rows(const AllowedOutcomes& outcomes) const {
    std::vector<HistogramRow> rows;
    for (const auto& [key, row] : rows_) rows.push_back(row);
    std::ranges::stable_sort(rows, std::ranges::greater{}, &HistogramRow::count);
    explorer::forEachWord(outcomes.automaton(), [&](const explorer::Word& word) {
      std::vector<std::string> texts = textsOf(outcomes, word);
      if (!rows_.contains({texts, true})) rows.push_back({0, true, std::move(texts)});
      return rows.size() < maxHistogramRows;
    });
    return rows;
  }

 private:
  /// Two outcomes may read the same, one of them allowed: of a long list, a text has only the beginning.
  std::map<std::pair<std::vector<std::string>, bool>, HistogramRow> rows_;
};

}  // namespace

const Check::Answer& Check::allowed(const Semantics& semantics) {
  const auto found = answers_.find(semantics.name);
  if (found != answers_.end()) return found->second;
  return answers_.emplace(semantics.name, explored(semantics, false)).first->second;
}

const Check::Answer& Check::allowedWithDevice(const Semantics& semantics) {
  const auto found = answersWithDevice_.find(semantics.name);
  if (found != answersWithDevice_.end()) return found->second;
  return answersWithDevice_.emplace(semantics.name, explored(semantics, true)).first->second;
}

Check::Answer Check::explored(const Semantics& semantics, bool deviceLevel) const {
  ExploreOptions explore = options_.explore;
  explore.deviceLevel = deviceLevel;
  return allowedOutcomes(scenario_, semantics, explore);
}

void Check::leave(Finding& finding, const NotApplicable& why) {
  const bool isModelled = why.why == NotApplicable::Why::SetupFails;
  isModelled_ = isModelled_ && isModelled;
  finding.verdict = isModelled ? Verdict::NotApplicable : Verdict::Unknown;
  finding.reason = (isModelled ? "" : "not modelled yet: ") + why.reason;
}

void Check::leave(Finding& finding, const SubjectRun& run) const {
  finding.verdict = run.status == SubjectRun::Status::Unsupported ? Verdict::Unsupported : Verdict::Broken;
  finding.reason = run.reason;
  finding.observed = textsOf(levelsOf(run.observations).script);
  finding.scenario = scenario_.json;
}

Finding Check::begin(const std::string& semantics, const std::string& subject) const {
  Finding finding;
  finding.id = scenario_.id;
  finding.title = scenario_.title;
  finding.file = scenario_.file;
  finding.line = scenario_.place.line;
  finding.spec = scenario_.spec;
  finding.semantics = semantics;
  finding.subject = subject;
  return finding;
}

std::vector<Finding> Check::claims() {
  std::vector<Finding> findings;
  for (const auto& [name, unused] : scenario_.allowed) {
    const Semantics semantics = parseSemantics(name);
    const auto claim = scenario_.claimFor(name, semantics.isBasic);
    if (!claim) continue;
    Finding finding = begin(name, "model");
    finding.subjectVersion = "the model itself";
    finding.reproduce = "./conform explore " + scenario_.file + " --only " + scenario_.id + " --semantics " + name;
    const Answer& answer = allowed(semantics);
    if (const auto* why = std::get_if<NotApplicable>(&answer)) {
      leave(finding, *why);
      findings.push_back(std::move(finding));
      continue;
    }
    const auto& outcomes = std::get<AllowedOutcomes>(answer);
    const std::optional<Answer> device = claim->trace ? std::optional{explored(semantics, true)} : std::nullopt;
    const AllowedOutcomes* withDevice = device ? std::get_if<AllowedOutcomes>(&*device) : nullptr;
    std::string why = outcomes.whyIncomplete();
    if (why.empty() && withDevice != nullptr) why = withDevice->whyIncomplete();
    if (!why.empty()) {
      finding.verdict = Verdict::Unknown;
      finding.reason = "the scenario's claim under " + name + " could not be checked: " + why;
      findings.push_back(std::move(finding));
      continue;
    }
    const std::vector<std::string> wrong = wrongClaims(*claim, outcomes, withDevice);
    if (wrong.empty()) continue;
    finding.verdict = Verdict::Diverges;
    finding.reason = "the scenario's claim under " + name + " is not what the model finds:";
    for (const std::string& one : wrong) finding.reason += "\n" + one;
    finding.scenario = scenario_.json;
    findings.push_back(std::move(finding));
  }
  return findings;
}

Finding Check::subject(const Semantics& semantics, Subject& subject) {
  Finding finding = begin(semantics.name, subject.name());
  finding.subjectVersion = subject.version();
  runs_.clear();
  const std::size_t repeats = subject.isRandom() ? options_.repeats : 1;
  const auto run = [&](std::size_t round) {
    RunOptions options;
    options.seed = options_.firstSeed + round;
    options.deviceLevel = options_.device;
    SubjectRun shown = subject.run(scenario_, options);
    if (options_.onRun) options_.onRun(options, shown);
    return shown;
  };
  // First, since what the subject lacks need not be explored: that can be the dearer part by far.
  SubjectRun shown = run(0);
  if (shown.status == SubjectRun::Status::Unsupported) {
    leave(finding, shown);
    finding.reproduce = reproduction(semantics, subject, options_.firstSeed);
    return finding;
  }
  const Answer& answer = allowed(semantics);
  if (const auto* why = std::get_if<NotApplicable>(&answer)) {
    leave(finding, *why);
    return finding;
  }
  const auto& outcomes = std::get<AllowedOutcomes>(answer);

  Histogram histogram;
  std::optional<Observations> first, wrong;
  std::uint64_t wrongSeed = options_.firstSeed;
  for (std::size_t round = 0; round < repeats; ++round) {
    if (round > 0) shown = run(round);
    if (shown.status != SubjectRun::Status::Ran) {
      leave(finding, shown);
      break;
    }
    Levels levels = levelsOf(shown.observations);
    const std::uint64_t seed = options_.firstSeed + round;
    const bool accepted = followObserved(outcomes, levels.script).accepted;
    histogram.add(textsOf(levels.script), accepted);
    if (!accepted && !wrong) {
      wrong = levels.script;
      wrongSeed = seed;
      if (finding.reason.empty()) finding.reason = shown.note;
    }
    if (!first) first = levels.script;
    if (options_.device) runs_.push_back({seed, std::move(levels), std::move(shown.device)});
  }
  if (repeats > 1) finding.histogram = histogram.rows(outcomes);
  finding.reproduce = reproduction(semantics, subject, wrongSeed);
  if (finding.verdict != Verdict::Conforms || !first) return finding;

  if (wrong && !outcomes.complete()) {
    finding.verdict = Verdict::Unknown;
    finding.reason = outcomes.whyIncomplete() + "; the run is not among what was found until then";
    finding.observed = textsOf(*wrong);
    return finding;
  }
  const explorer::Symbol wrongContents = explain(finding, outcomes, wrong ? *wrong : *first);
  if (wrong) {
    if (options_.probe && wrongContents != 0) {
      const Tolerance tolerance = toleranceFor(scenario_, outcomes.observation(wrongContents).name);
      RunOptions run;
      run.seed = wrongSeed;
      finding.probe = probe(scenario_, outcomes.computationsOf(wrongContents), tolerance, subject, run);
    }
    finding.verdict = Verdict::Diverges;
    finding.allowedUnder = allowedUnder(*wrong, semantics);
    finding.javascript = javascriptOf(scenario_);
    finding.scenario = scenario_.json;
  }
  return finding;  // A run that was found is allowed, whatever else is.
}

explorer::Symbol Check::explain(Finding& finding, const AllowedOutcomes& outcomes, const Observations& observed) {
  Differences found = differences(outcomes, observed);
  finding.observed = textsOf(observed);
  finding.nearest = textsOf(outcomes, found.nearest);
  finding.differences = std::move(found.list);
  if (finding.differences.empty() && found.isUnspecified) {
    finding.verdict = Verdict::Unspecified;
    finding.reason = found.unspecified;
  }
  if (finding.differences.empty() && options_.narrate != CheckOptions::Narrate::All) return 0;
  finding.narration = timelineSteps(scenario_, outcomes.narrate(found.nearest));
  finding.choices = choicesAlong(outcomes, found.nearest);
  return found.wrongContents;
}

std::vector<std::string> Check::allowedUnder(const Observations& observed, const Semantics& except) {
  std::vector<std::string> names;
  for (const NamedSemantics* named : namedSemantics()) {
    if (named->name == except.name) continue;
    const Answer& answer = allowed(parseSemantics(named->name));
    const auto* outcomes = std::get_if<AllowedOutcomes>(&answer);
    if (outcomes != nullptr && followObserved(*outcomes, observed).accepted) names.emplace_back(named->name);
  }
  return names;
}

std::optional<Finding> Check::device(const Semantics& semantics, Subject& subject) {
  if (!options_.device || runs_.empty()) return std::nullopt;
  Finding finding = begin(semantics.name, deviceOf(subject.name()));
  finding.subjectVersion = subject.version();
  finding.reproduce = reproduction(semantics, subject, runs_.front().seed);
  const Answer& answer = allowedWithDevice(semantics);
  if (const auto* why = std::get_if<NotApplicable>(&answer)) {
    leave(finding, *why);
    return finding;
  }
  const auto& outcomes = std::get<AllowedOutcomes>(answer);
  if (!outcomes.complete()) {
    finding.verdict = Verdict::Unknown;
    finding.reason = outcomes.whyIncomplete();
    return finding;
  }
  const Run* shown = nullptr;  // The first that is wrong; else the first that tells.
  for (const Run& run : runs_) {
    if (!run.told.lacking.empty()) continue;
    if (shown == nullptr) shown = &run;
    if (allowsDeviceOrder(outcomes, run.seen, run.told)) continue;
    shown = &run;
    finding.verdict = Verdict::Diverges;
    break;
  }
  if (shown == nullptr) {
    finding.verdict = Verdict::Unsupported;
    finding.reason = subject.version() + ": " + runs_.front().told.lacking;
    return finding;
  }
  DeviceOrder order = deviceOrder(outcomes, shown->seen, shown->told);
  finding.observed = textsOf(shown->seen.device);
  finding.nearest = std::move(order.nearest);
  if (finding.verdict != Verdict::Diverges) return finding;
  finding.reason = order.withScript ? "compared with the runs in which script sees what it saw"
                                    : "compared with all runs: none has what script saw";
  finding.differences = std::move(order.differences);
  finding.narration = timelineSteps(scenario_, order.narration);
  finding.allowedUnder = deviceAllowedUnder(*shown, semantics);
  finding.javascript = javascriptOf(scenario_);
  finding.scenario = scenario_.json;
  finding.reproduce = reproduction(semantics, subject, shown->seed);
  return finding;
}

std::vector<std::string> Check::deviceAllowedUnder(const Run& run, const Semantics& except) {
  std::vector<std::string> names;
  for (const NamedSemantics* named : namedSemantics()) {
    if (named->name == except.name) continue;
    const Answer& answer = allowedWithDevice(parseSemantics(named->name));
    const auto* outcomes = std::get_if<AllowedOutcomes>(&answer);
    if (outcomes != nullptr && outcomes->complete() && allowsDeviceOrder(*outcomes, run.seen, run.told))
      names.emplace_back(named->name);
  }
  return names;
}

std::string Check::reproduction(const Semantics& semantics, const Subject& subject, std::uint64_t seed) const {
  std::string command = "./conform run " + scenario_.file + " --only " + scenario_.id + " --subject " + subject.name() +
                        " --semantics " + semantics.name;
  if (options_.probe) command += " --probe";
  if (options_.device) command += " --device-trace";
  if (seed != 1) command += " --seed " + std::to_string(seed);
  return command;
}

std::vector<TimelineStep> timelineSteps(const Scenario& scenario, const std::vector<NarratedStep>& narration) {
  const std::map<std::string, std::string> lines = javascriptOfSteps(scenario);
  std::vector<TimelineStep> steps;
  for (const NarratedStep& told : narration) {
    TimelineStep step;
    step.lane = told.lane == NarratedStep::Lane::Script    ? "script"
                : told.lane == NarratedStep::Lane::Context ? "context"
                                                           : "device";
    step.context = told.context;
    step.text = told.text;
    step.step = {told.anchor, told.number, {}};
    if (told.place != nullptr) {
      step.pointer = told.place->pointer;
      if (const auto line = lines.find(step.pointer); line != lines.end())
        step.text += (step.text.empty() ? "" : ": ") + line->second;
    }
    for (const NarratedStep::Shown& shown : told.observations) step.observations.push_back(textOf(shown.observation));
    step.causedBy = told.causedBy;
    step.bytes = told.bytes;
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace conform
