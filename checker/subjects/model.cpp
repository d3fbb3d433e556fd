// The model as a subject: each run is one of those that a semantics allows, all equally likely. It must always conform
// to that semantics, and it shows what another one would do: `--subject model:chromium-153`.
#include <memory>
#include <random>
#include <string>
#include <variant>

#include "checker/subjects/Subject.hpp"
#include "model/explorer/operations.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/spec/Table.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform {
namespace {

class Model : public Subject {
 public:
  explicit Model(std::string_view semantics)
      : name_(semantics.empty() ? "model" : "model:" + std::string(semantics)),
        semantics_(parseSemantics(semantics.empty() ? "draft" : semantics)) {}

  std::string name() const override { return name_; }
  std::string version() const override {
    return "webnn-conform " WEBNN_CONFORM_VERSION ", draft " + std::string(specCommit().substr(0, 7));
  }
  bool isParallel() const override { return true; }

  SubjectRun run(const Scenario& scenario, const RunOptions& options) override {
    ExploreOptions exploring;
    exploring.deviceLevel = options.deviceLevel;
    const auto answer = allowedOutcomes(scenario, semantics_, exploring);
    if (const auto* why = std::get_if<NotApplicable>(&answer)) return unsupported(why->reason);
    const auto& outcomes = std::get<AllowedOutcomes>(answer);
    if (!outcomes.complete()) return unsupported(outcomes.whyIncomplete());

    std::mt19937_64 random(options.seed);
    SubjectRun run;
    if (options.deviceLevel) run.device.lacking.clear();
    const auto counts = explorer::countsOf(outcomes.automaton());
    for (const explorer::Symbol symbol : explorer::sample(outcomes.automaton(), counts, random)) {
      run.observations.push_back(outcomes.observation(symbol));
    }
    return run;
  }

 private:
  static SubjectRun unsupported(const std::string& reason) {
    return {SubjectRun::Status::Unsupported, {}, reason, {}, {}};
  }

  const std::string name_;
  const Semantics semantics_;
};

}  // namespace

extern const SubjectKind modelSubject;
const SubjectKind modelSubject{
    "model",
    "a run that a semantics allows, chosen at random",
    "SEMANTICS",
    [](std::string_view argument) -> std::unique_ptr<Subject> {
      try {
        return std::make_unique<Model>(argument);
      } catch (const SemanticsError& error) {
        throw SubjectError(SubjectError::Why::Usage, error.what());
      }
    },
};

}  // namespace conform
