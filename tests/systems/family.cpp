// The benchmark's family: its state graph is that of the Promela model, so its size is known.
#include <doctest/doctest.h>

#include "checker/bench/FamilySystem.hpp"
#include "model/explorer/operations.hpp"

namespace conform {
namespace {

explorer::Explored all(const Family& family, explorer::Method method) {
  FamilySystem system{family, FamilySystem::Interleavings::All};
  return explorer::explore(system, method, {});
}
explorer::Explored visible(const Family& family) {
  FamilySystem system{family, FamilySystem::Interleavings::Visible};
  return explorer::explore(system, explorer::Method::LogOnEdges, {});
}

TEST_CASE("the full engine has the states of the Promela model, with exact states and with fingerprints") {
  for (const auto method : {explorer::Method::LogInState, explorer::Method::Fingerprints}) {
    CHECK(all({2, 1, 1, 1, true, true}, method).states == 75'701);
    CHECK(all({1, 4, 1, 1, true, true}, method).states == 28'522);
    CHECK(all({2, 2, 1, 1, true, false}, method).states == 28'525);
  }
}

TEST_CASE("the outcome sets of all interleavings and of the visible ones are equal") {
  for (const Family& family :
       {Family{2, 1, 1, 1, true, true}, Family{1, 4, 1, 1, true, true}, Family{2, 2, 1, 1, true, false}}) {
    CHECK(all(family, explorer::Method::LogInState).automaton == visible(family).automaton);
  }
}

TEST_CASE("one context with n reads and a loss at any time has 3n+4 nodes: a loss adds 'before the i-th settlement'") {
  for (unsigned n = 1; n <= 20; ++n) CHECK(visible({1, 1, n, 1, true, true}).states == 3 * n + 4);
}

TEST_CASE(
    "one context with n reads and a timer has 2n+1 nodes; K contexts with losses have (n+2)^K: lost is one more "
    "position") {
  for (unsigned n = 1; n <= 20; ++n) CHECK(visible({1, 1, n, 1, true, false}).states == 2 * n + 1);
  for (unsigned n = 1; n <= 5; ++n) CHECK(visible({2, 1, n, 1, false, true}).states == (n + 2) * (n + 2));
  for (unsigned n = 1; n <= 3; ++n) CHECK(visible({3, 1, n, 1, false, true}).states == (n + 2) * (n + 2) * (n + 2));
  CHECK(visible({6, 1, 1, 1, false, true}).states == 729);
}

TEST_CASE("the counts of outcomes are those that Spin and rumur gave") {
  CHECK(explorer::count(visible({2, 2, 1, 1, true, true}).automaton).text() == "309");
  CHECK(explorer::count(visible({3, 3, 1, 1, true, true}).automaton).text() == "845266");
  CHECK(explorer::count(visible({3, 4, 1, 1, true, true}).automaton).text() == "18925321");
  CHECK(explorer::count(visible({4, 4, 1, 1, true, true}).automaton).text() == "364078978372");
}

}  // namespace
}  // namespace conform
