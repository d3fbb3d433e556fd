// The model as a subject, judged by the comparison: what is drawn from the allowed runs is allowed.
#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>
#include <variant>

#include "checker/compare/observe.hpp"
#include "checker/scenario/load.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/explorer/operations.hpp"
#include "model/semantics/Semantics.hpp"

namespace conform::tests {
namespace {

const std::string scenarios = WEBNN_CONFORM_SOURCE "/scenarios";

std::unique_ptr<Subject> makeModel(std::string_view argument = "") {
  for (const SubjectKind* kind : subjectKinds()) {
    if (kind->name == "model") return kind->make(argument);
  }
  return nullptr;
}

TEST_CASE("a run of the model conforms to its semantics, in every shipped scenario") {
  std::size_t runs = 0;
  for (const char* semantics : {"draft", "option-1", "chromium-153"}) {
    const auto model = makeModel(semantics);
    for (const std::string& file : scenarioFilesIn(scenarios)) {
      for (const Scenario& scenario : loadFile(file).scenarios) {
        const auto answer = allowedOutcomes(scenario, parseSemantics(semantics), {});
        const auto* outcomes = std::get_if<AllowedOutcomes>(&answer);
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          const SubjectRun run = model->run(scenario, {.seed = seed});
          INFO(scenario.id, " under ", semantics, ": ", run.reason);
          CHECK((run.status == SubjectRun::Status::Ran) == (outcomes != nullptr));
          if (outcomes != nullptr) CHECK(followObserved(*outcomes, run.observations).accepted);
          ++runs;
        }
      }
    }
  }
  MESSAGE(runs, " runs");
  CHECK(runs > 3000);
}

TEST_CASE("each allowed run is drawn sooner or later, and the same seed draws the same") {
  const Scenario scenario =
      loadFile(scenarios + "/spec/order/order-turn-between-read-and-destroy.json").scenarios.at(0);
  const auto answer = allowedOutcomes(scenario, parseSemantics("draft"), {});
  const auto& outcomes = std::get<AllowedOutcomes>(answer);
  const auto model = makeModel();
  std::set<std::string> seen;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::string text;
    const SubjectRun run = model->run(scenario, {.seed = seed});
    for (const Observation& one : run.observations) text += textOf(one) + "; ";
    seen.insert(text);
    CHECK(model->run(scenario, {.seed = seed}).observations == run.observations);
  }
  CHECK(seen.size() > 1);
  CHECK(seen.size() == explorer::words(outcomes.automaton(), 1000).size());
}

TEST_CASE("a model of another semantics is seen through") {
  const Scenario scenario = loadFile(scenarios + "/thread/seed-01-original.json").scenarios.at(0);
  const auto answer = allowedOutcomes(scenario, parseSemantics("draft"), {});
  const SubjectRun run = makeModel("prototype-2024")->run(scenario, {});
  CHECK(!followObserved(std::get<AllowedOutcomes>(answer), run.observations).accepted);
  CHECK_THROWS_AS(makeModel("option-9"), SubjectError);
}

}  // namespace
}  // namespace conform::tests
