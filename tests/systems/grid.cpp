// The default engine against the oracle, on scenarios drawn at random.
#include <doctest/doctest.h>

#include <array>

#include "checker/generate/generateScenario.hpp"
#include "tests/systems/audit.hpp"
#include "tests/systems/compareSystems.hpp"

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
                                     "errors-via-tensors+option-2",
                                     "chromium-153",
                                     "queuedStepsAbort=yes",
                                     "option-1+queuedStepsAbort=yes",
                                     "queuedStepsAbort=yes+dependency-order",
                                     "pendingReadsOrder=any",
                                     "loseOrder=creation"};

enum class Answer : std::uint8_t { Equal, Different, TooLarge, NotApplicable };

Answer compare(std::uint64_t seed, const char* semantics) {
  constexpr std::size_t states = 6000;
  const Scenario scenario = generateScenario(seed);
  SetUp setUp{scenario, semantics};
  if (!setUp.isApplicable()) return Answer::NotApplicable;
  const auto full = setUp.full(states);
  if (full.stop != explorer::Stop::Complete) return Answer::TooLarge;
  return setUp.reduced(WrongRule::None, states).automaton == full.automaton ? Answer::Equal : Answer::Different;
}

TEST_CASE("the default engine allows what the full one allows, on 1,500 generated scenarios under 23 semantics") {
  std::size_t equal = 0, tooLarge = 0;
  for (const char* semantics : semanticsOfGrid) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
      switch (compare(seed, semantics)) {
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
  CHECK(equal > 30'000);
}

TEST_CASE("what the rules run at once commutes with everything else, at each state of generated scenarios") {
  std::size_t pairs = 0, futures = 0, scenarios = 0;
  for (const char* semantics : semanticsOfGrid) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
      const Scenario scenario = generateScenario(seed);
      SetUp setUp{scenario, semantics};
      if (setUp.full(800).stop != explorer::Stop::Complete) continue;
      Audit audit{setUp.machine(), WrongRule::None};
      for (const std::string& alarm : audit.run(800))
        FAIL_CHECK("seed " << seed << " under " << semantics << ": " << alarm);
      pairs += audit.pairs();
      futures += audit.futuresCompared();
      ++scenarios;
    }
  }
  MESSAGE(pairs << " pairs in " << scenarios << " scenarios, " << futures << " comparisons of futures");
  CHECK(pairs > 100'000);
}

}  // namespace
}  // namespace conform
