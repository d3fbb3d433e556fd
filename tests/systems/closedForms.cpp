// How large the default engine's graphs are, derived: no machine and no clock in it. One context with n reads in order:
//
// Nodes of the minimal automaton                               States of the default engine
//   alive, i reads settled              i = 0..n                 A  the same
//   a loss seen, r reads left           r = 0..n                 B  a completion is queued           i = 0..n-1
//   rejecting after destroy(), r left   r = n-1..1 (0 is alive)  C  the loss is queued               i = 0..n
//                                                                D  lost (and the timer has run)     i = 0..n
//                                                                E  the timer has run                i = 0..n
//                                                                F  the same, and the loss is queued i = 0..n
// What is the only thing that can happen is no state of its own, unless it loses a context.
#include <doctest/doctest.h>

#include "checker/bench/FamilyScenario.hpp"
#include "tests/systems/compareSystems.hpp"

namespace conform {
namespace {

struct Size {
  std::size_t states, nodes;
  std::string outcomes;
};

Size sizeOf(unsigned contexts, unsigned reads, bool timers, bool losses, const char* semantics = "draft") {
  const Scenario scenario = familyScenario({contexts, 1, reads, 1, timers, losses});
  SetUp setUp{scenario, semantics};
  REQUIRE(setUp.isApplicable());
  const auto explored = setUp.reduced(WrongRule::None, 1'000'000);
  return {explored.states, explored.automaton.nodes.size(), explorer::count(explored.automaton).text()};
}

TEST_CASE("one context with n reads and nothing else: n states in a row, one outcome") {
  for (unsigned n = 1; n <= 12; ++n) {
    const Size size = sizeOf(1, n, false, false);
    CHECK(size.states == n);
    CHECK(size.nodes == n + 1);
    CHECK(size.outcomes == "1");
  }
}

TEST_CASE(
    "with a loss at any time: 2n+2 nodes, since a loss adds 'seen before the i-th settlement'; A, B, C, D are 4n+3") {
  for (unsigned n = 1; n <= 12; ++n) {
    const Size size = sizeOf(1, n, false, true);
    CHECK(size.states == 4 * n + 3);
    CHECK(size.nodes == 2 * n + 2);
    CHECK(size.outcomes == std::to_string(n + 2));
  }
}

TEST_CASE(
    "with a timer that destroys the tensor: 2n nodes, all settled is one; A, B and E are 3n+1, as A with n is forced") {
  for (unsigned n = 1; n <= 12; ++n) {
    const Size size = sizeOf(1, n, true, false);
    CHECK(size.states == 3 * n + 1);
    CHECK(size.nodes == 2 * n);
    CHECK(size.outcomes == std::to_string(n + 1));
  }
}

TEST_CASE("with both: 3n+1 nodes, linear still; A to F are 6n+5") {
  for (unsigned n = 1; n <= 12; ++n) {
    const Size size = sizeOf(1, n, true, true);
    CHECK(size.states == 6 * n + 5);
    CHECK(size.nodes == 3 * n + 1);
    CHECK(size.outcomes == std::to_string(3 * n + 2));
  }
}

TEST_CASE("K contexts that never end: (n+1)^K nodes, the product of their positions") {
  for (unsigned n = 1; n <= 5; ++n) CHECK(sizeOf(2, n, false, false).nodes == (n + 1) * (n + 1));
  for (unsigned n = 1; n <= 3; ++n) CHECK(sizeOf(3, n, false, false).nodes == (n + 1) * (n + 1) * (n + 1));
  CHECK(sizeOf(3, 3, false, false).outcomes == "1680");  // 9! / 3!^3: orders of the settlements.
}

TEST_CASE(
    "under option-1 a loss may be seen after i reads and hit those behind the j-th: 3n+1 nodes, (n+1)(n+2)/2 + 1 "
    "outcomes") {
  for (unsigned n = 1; n <= 12; ++n) {
    const Size size = sizeOf(1, n, false, true, "option-1");
    // Alive with i settled, n+1; the loss seen and still resolving, n; and rejecting, n-1; all settled, 1.
    CHECK(size.nodes == 3 * n + 1);
    CHECK(size.outcomes == std::to_string((n + 1) * (n + 2) / 2 + 1));
  }
}

}  // namespace
}  // namespace conform
