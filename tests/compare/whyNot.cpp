// Why an outcome is not allowed: judged by listing all outcomes.
#include "checker/compare/whyNot.hpp"

#include "checker/compare/claims.hpp"
#include "model/explorer/operations.hpp"
#include "tests/compare/given.hpp"

namespace conform::tests {
namespace {

TEST_CASE("an outcome that is not allowed: the longest run that goes along with it, and the step that then decides") {
  const JointOutcome pending{{"r", {OutcomeKind::Pending, Error::TypeError, {}}}};
  const auto answer = whyNot(allowedUnder(threadScenario("seed-01-original"), "draft"), pending);
  REQUIRE(std::holds_alternative<NotAllowed>(answer));
  const auto& refused = std::get<NotAllowed>(answer);
  CHECK(refused.prefix.size() == 2);
  REQUIRE(refused.instead.size() == 1);
  CHECK(refused.instead[0].text == "r rejected InvalidStateError");
  CHECK(textOf(refused.instead[0].step) == "#dom-mltensor-destroy step 2.2");
  CHECK(refused.neverSeen == std::vector<std::string>{"r"});
  CHECK(std::holds_alternative<IsAllowed>(
      whyNot(allowedUnder(threadScenario("seed-01-original"), "prototype-2024"), pending)));
}

TEST_CASE("what is asked of two names is allowed exactly where some listed outcome has both") {
  const Scenario scenario = scenarioWith(R"("script": [
    {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"},
    {"call": "readTensor", "on": "c", "tensor": "u", "as": "s"}],
    "anytime": [{"event": "contextLost", "on": "c"}],
    "tasks": {"timer": [{"call": "destroy", "on": "t", "as": "d"}]})");
  const AllowedOutcomes outcomes = allowedUnder(scenario, "draft");
  const std::vector<ExpectedOutcome> fates{{OutcomeKind::Resolved, Error::TypeError, AnyValue{}},
                                           {OutcomeKind::Rejected, Error::InvalidStateError, {}},
                                           {OutcomeKind::Rejected, Error::UnknownError, {}},
                                           {OutcomeKind::Pending, Error::TypeError, {}},
                                           {OutcomeKind::NotRun, Error::TypeError, {}}};
  std::size_t allowed = 0;
  for (const ExpectedOutcome& r : fates) {
    for (const ExpectedOutcome& s : fates) {
      bool listed = false;
      for (const explorer::Word& word : explorer::words(outcomes.automaton(), 10'000)) {
        Outcome ofR, ofS;
        for (const explorer::Symbol symbol : word) {
          const Observation& seen = outcomes.observation(symbol);
          if (seen.name == "r") ofR = seen.outcome;
          if (seen.name == "s") ofS = seen.outcome;
        }
        listed = listed || (matches(scenario, "r", r, ofR) && matches(scenario, "s", s, ofS));
      }
      const bool is = std::holds_alternative<IsAllowed>(whyNot(outcomes, {{"r", r}, {"s", s}}));
      CHECK(is == listed);
      allowed += is;
    }
  }
  CHECK(allowed == 4);
}

}  // namespace
}  // namespace conform::tests
