// The check itself: one scenario, what each semantics allows, what a subject showed, and the findings.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "checker/compare/deviceOrder.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/AllowedOutcomes.hpp"
#include "reports/Report.hpp"

namespace conform {

struct CheckOptions {
  std::size_t repeats = 1;      ///< Runs of the subject; more than one give a histogram.
  std::uint64_t firstSeed = 1;  ///< Of the first run; each further run has the next.
  enum class Narrate : std::uint8_t {
    Divergences,  ///< The nearest allowed run of what does not conform.
    All,          ///< Of every finding.
  } narrate = Narrate::Divergences;
  bool probe = false;      ///< A wrong value is followed to the operator that made it, by further runs of the subject.
  bool device = false;     ///< What the subject tells of its device is compared too, in a finding of its own.
  ExploreOptions explore;  ///< At the level of script: a subject's device runs beside it, in no order with it.
  /// Called after each run of the subject, if set.
  std::function<void(const RunOptions&, const SubjectRun&)> onRun;
};

/// One scenario under check. What a semantics allows is explored once.
class Check {
 public:
  Check(const Scenario& scenario, CheckOptions options) : scenario_(scenario), options_(std::move(options)) {}

  /// What the scenario's author claims against the model, under every semantics that is named: one finding for each
  /// claim that is wrong or could not be checked, with the subject "model".
  std::vector<Finding> claims();
  /// What the subject shows against what the semantics allows.
  Finding subject(const Semantics& semantics, Subject& subject);
  /// The same of its device, in the runs that subject() made before; nothing where that was not asked for or there was
  /// nothing to compare with. Where the subject tells nothing of its device, the finding is `unsupported`.
  std::optional<Finding> device(const Semantics& semantics, Subject& subject);
  /// Whether the model could express the scenario, wherever it was asked so far.
  bool isModelled() const { return isModelled_; }

 private:
  using Answer = std::variant<AllowedOutcomes, NotApplicable>;
  const Answer& allowed(const Semantics& semantics);
  Answer explored(const Semantics& semantics, bool deviceLevel) const;
  /// Why there is nothing to compare with.
  void leave(Finding& finding, const NotApplicable& why);
  /// Gives what the first wrong contents should have been; 0: no contents are wrong.
  explorer::Symbol explain(Finding& finding, const AllowedOutcomes& outcomes, const Observations& observed);
  void leave(Finding& finding, const SubjectRun& run) const;
  struct Run {
    std::uint64_t seed;
    Levels seen;
    DeviceTold told;
  };
  const Answer& allowedWithDevice(const Semantics& semantics);
  std::vector<std::string> deviceAllowedUnder(const Run& run, const Semantics& except);
  std::vector<std::string> allowedUnder(const Observations& observed, const Semantics& except);
  std::string reproduction(const Semantics& semantics, const Subject& subject, std::uint64_t seed) const;
  Finding begin(const std::string& semantics, const std::string& subject) const;

  const Scenario& scenario_;
  CheckOptions options_;
  std::map<std::string, Answer> answers_, answersWithDevice_;
  std::vector<Run> runs_;  ///< Of the last subject().
  bool isModelled_ = true;
};

/// A told run as a report shows it: script steps as JavaScript.
std::vector<TimelineStep> timelineSteps(const Scenario& scenario, const std::vector<NarratedStep>& narration);

}  // namespace conform
