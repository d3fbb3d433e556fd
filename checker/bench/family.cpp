// bench-family: the benchmark's family on the explorer. `bench-family` prints the table of the visible interleavings,
// `bench-family full|fingerprints` all interleavings of Medium, `bench-family outcomes` Medium's outcomes as Spin's
// reference model prints them.
#include <sys/resource.h>

#include <cstdio>
#include <string>

#include "checker/bench/FamilySystem.hpp"
#include "model/explorer/operations.hpp"

namespace {

using namespace conform;

double cpuSeconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

void visible(const Family& family) {
  FamilySystem system{family, FamilySystem::Interleavings::Visible};
  explorer::Explored explored;
  const double begun = cpuSeconds();
  int rounds = 0;
  for (; cpuSeconds() - begun < 0.3; ++rounds) explored = explorer::explore(system, explorer::Method::LogOnEdges, {});
  std::printf("%s: %zu nodes, minimal %zu, %s outcomes, %.1f us\n", family.name().c_str(), explored.states,
              explored.automaton.nodes.size(), explorer::count(explored.automaton).text().c_str(),
              (cpuSeconds() - begun) / rounds * 1e6);
}

void all(explorer::Method method) {
  FamilySystem system{{}, FamilySystem::Interleavings::All};
  const double begun = cpuSeconds();
  const auto explored = explorer::explore(system, method, {});
  const double seconds = cpuSeconds() - begun;
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  std::printf("%zu states, %zu transitions, %s outcomes, %.2f s, %.1f ns a transition, %ld MB\n", explored.states,
              explored.transitions, explorer::count(explored.automaton).text().c_str(), seconds,
              seconds / static_cast<double>(explored.transitions) * 1e9, used.ru_maxrss >> 10);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "full") {
    all(explorer::Method::LogInState);
  } else if (what == "fingerprints") {
    all(explorer::Method::Fingerprints);
  } else if (what == "outcomes") {
    FamilySystem system{{}, FamilySystem::Interleavings::Visible};
    const auto explored = explorer::explore(system, explorer::Method::LogOnEdges, {});
    explorer::forEachWord(explored.automaton, [](const explorer::Word& word) {
      for (const explorer::Symbol symbol : word) std::printf("%04x ", symbol - 1);
      std::printf("\n");
      return true;
    });
  } else {
    for (const Family& family :
         {Family{}, Family{2, 1, 1, 1, true, true}, Family{1, 4, 1, 1, true, true}, Family{2, 2, 1, 1, true, false},
          Family{3, 3, 1, 1, true, true}, Family{3, 4, 1, 1, true, true}, Family{4, 4, 1, 1, true, true},
          Family{1, 1, 20, 1, true, true}}) {
      visible(family);
    }
  }
  return 0;
}
