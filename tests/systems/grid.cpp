// The default engine against the oracle, on scenarios drawn at random; and rules that are known to be wrong, each put
// back and noticed.
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "checker/generate/generateScenario.hpp"
#include "model/explorer/operations.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/ReducedSystem.hpp"

namespace conform {
namespace {

constexpr std::array semanticsOfGrid{"draft",
                                     "option-1",
                                     "option-2",
                                     "prototype-2024",
                                     "errors-via-tensors",
                                     "graph-lost",
                                     "dispatch-cancel",
                                     "byob-skip-settled",
                                     "reject-pending-on-loss",
                                     "dependency-order",
                                     "option-1+dependency-order",
                                     "option-2+dependency-order",
                                     "errors-via-tensors+dependency-order",
                                     "option-1+graph-lost",
                                     "option-1+dispatch-cancel",
                                     "graph-lost+dependency-order",
                                     "errors-via-tensors+option-2"};

enum class Answer : std::uint8_t { Equal, Different, TooLarge, NotApplicable };

Answer compare(std::uint64_t seed, const char* semantics, WrongRule wrong, std::size_t states) {
  const Scenario scenario = generateScenario(seed);
  auto loaded = Program::load(scenario, parseSemantics(semantics));
  auto* program = std::get_if<Program>(&loaded);
  if (program == nullptr) return Answer::NotApplicable;
  Machine machine{*program};
  if (machine.setUp()) return Answer::NotApplicable;
  FullSystem full{machine};
  ReducedSystem reduced{machine, wrong};
  explorer::Limits limits;
  limits.states = states;
  const auto expected = explorer::explore(full, explorer::Method::LogOnEdges, limits);
  if (expected.stop != explorer::Stop::Complete) return Answer::TooLarge;
  const auto found = explorer::explore(reduced, explorer::Method::LogOnEdges, limits);
  return found.automaton == expected.automaton ? Answer::Equal : Answer::Different;
}

TEST_CASE("the default engine allows what the full one allows, on 1,500 generated scenarios under 17 semantics") {
  std::size_t equal = 0, tooLarge = 0;
  for (const char* semantics : semanticsOfGrid) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
      switch (compare(seed, semantics, WrongRule::None, 6000)) {
        case Answer::Equal:
          ++equal;
          break;
        case Answer::TooLarge:
          ++tooLarge;
          break;
        case Answer::Different:
          FAIL_CHECK("seed " << seed << " under " << semantics);
          break;
        case Answer::NotApplicable:
          FAIL_CHECK("seed " << seed << " cannot be asked under " << semantics);
          break;
      }
    }
  }
  MESSAGE(equal << " equal, " << tooLarge << " too large for the full engine");
  CHECK(equal > 20'000);
}

TEST_CASE("each wrong rule that is put back is noticed") {
  struct Row {
    WrongRule rule;
    std::string name;
    const char* semantics;
  };
  const Row rows[] = {
      {WrongRule::ReadGuardIsInvisible, "a read's guard is invisible", "option-1"},
      {WrongRule::CreationsAreEager, "creations are eager", "draft"},
      {WrongRule::DestroyContextIsLocal, "context.destroy() is local", "draft"},
      {WrongRule::LoseIsPickedAlone, "lose is picked alone", "draft"},
      {WrongRule::TasksNeverRaceCompletions, "tasks never race completions", "draft"},
      {WrongRule::ReactionsAreNotCounted, "calls of reactions are not counted", "draft"},
      {WrongRule::CancellationIsIgnored, "cancellation is ignored", "option-2"},
      {WrongRule::SettledReadsIntoBuffersDoNothing, "reads into buffers do nothing once settled", "draft"},
      {WrongRule::ComputeGuardIsInvisible, "a dispatch's guard is invisible", "graph-lost"},
      {WrongRule::FailingComputeIsLocal, "a failing compute is local", "graph-lost"},
      {WrongRule::ComputesDoNotRace, "computes do not race for a failure", "errors-via-tensors+dependency-order"},
      {WrongRule::FailuresAreNotCounted, "failNext conflicts with nothing", "errors-via-tensors"},
      {WrongRule::OnlyLossesBranch, "only losses branch", "draft"},
      {WrongRule::LossMustHappen, "a loss must happen", "draft"},
      {WrongRule::EventsDoNotRace, "losses do not race completions", "draft"},
  };
  for (const Row& row : rows) {
    std::uint64_t seed = 0;
    while (seed < 3000 && compare(seed, row.semantics, row.rule, 6000) != Answer::Different) ++seed;
    CHECK_MESSAGE(seed < 3000, row.name << " was not noticed");
    MESSAGE(row.name << ": noticed by seed " << seed);
  }
}

}  // namespace
}  // namespace conform
