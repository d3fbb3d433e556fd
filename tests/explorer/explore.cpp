#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <stdexcept>

#include "tests/explorer/toys.hpp"

namespace conform::explorer {
namespace {

constexpr Method everyMethod[] = {Method::LogOnEdges, Method::LogInState, Method::Fingerprints};

TEST_CASE("K counters of n steps have (n+1)^K states without the log, and as many nodes") {
  for (const auto& [processes, steps] : {std::pair{1U, 7U}, {2U, 5U}, {3U, 4U}, {6U, 3U}}) {
    Counters counters{processes, steps};
    const Explored explored = explore(counters, Method::LogOnEdges, {});
    const auto expected = static_cast<std::size_t>(std::lround(std::pow(steps + 1, processes)));
    CHECK(explored.stop == Stop::Complete);
    CHECK(explored.states == expected);
    CHECK(explored.automaton.nodes.size() == expected);
  }
}

TEST_CASE("K counters of n steps have (Kn)!/(n!)^K words, whatever the method") {
  for (const Method method : everyMethod) {
    Counters counters{3, 3};
    const Explored explored = explore(counters, method, {});
    CHECK(count(explored.automaton).text() == "1680");
    CHECK(explored.automaton.nodes.size() == 64);
  }
}

TEST_CASE("with the log in the state, the states are the prefixes of the words") {
  Counters counters{2, 3};
  // Sum over a, b <= 3 of (a+b choose a).
  CHECK(explore(counters, Method::LogInState, {}).states == 69);
  CHECK(explore(counters, Method::Fingerprints, {}).states == 69);
}

TEST_CASE("tables that have grown many times forget nothing") {
  Counters counters{6, 7};
  const Explored explored = explore(counters, Method::LogOnEdges, {});
  CHECK(explored.states == 262'144);
  CHECK(explored.transitions == 6 * 7 * 32'768);
  CHECK(count(explored.automaton).text() == "85722533226982363751829504000");  // 42! / (7!)^6
  Counters deep{2, 9};
  const Explored exact = explore(deep, Method::LogInState, {});
  const Explored fingerprints = explore(deep, Method::Fingerprints, {});
  CHECK(exact.states == fingerprints.states);
  CHECK(exact.transitions == fingerprints.transitions);
  CHECK(exact.automaton == fingerprints.automaton);
  CHECK(count(exact.automaton).text() == "48620");
}

TEST_CASE("on graphs drawn at random, each method gives exactly the words of all paths") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomGraph graph{seed};
    const std::set<Word> expected = graph.allWords();
    Automaton first;
    for (const Method method : everyMethod) {
      const Explored explored = explore(graph, method, {});
      REQUIRE(explored.stop == Stop::Complete);
      REQUIRE(setOf(explored.automaton) == expected);
      if (method == Method::LogOnEdges) first = explored.automaton;
      REQUIRE(explored.automaton == first);  // Minimal, and numbered alike.
    }
    REQUIRE(count(first).text() == std::to_string(expected.size()));
  }
}

TEST_CASE("a bound that is reached is said, and ends the search") {
  Counters counters{6, 7};
  for (const Method method : everyMethod) {
    Limits states;
    states.states = 1000;
    const Explored few = explore(counters, method, states);
    CHECK(few.stop == Stop::States);
    CHECK(few.states >= 1000);
    CHECK(few.states < 10'000);

    Limits memory;
    memory.memory = 1 << 20;
    CHECK(explore(counters, method, memory).stop == Stop::Memory);

    Limits time;
    int asked = 0;
    time.goOn = [&](std::size_t) { return ++asked < 3; };
    CHECK(explore(counters, method, time).stop == Stop::Interrupted);
    CHECK(asked == 3);
  }
}

TEST_CASE("a system without a run has no words") {
  struct Nothing {
    void initial(EdgeSink&) {}
    void expand(Bytes, EdgeSink&) {}
  } nothing;
  for (const Method method : everyMethod) {
    const Explored explored = explore(nothing, method, {});
    CHECK(explored.states == 0);
    CHECK(explored.automaton.nodes.empty());
    CHECK(count(explored.automaton).isZero());
  }
}

TEST_CASE("a run may end before the first state") {
  struct Instant {
    void initial(EdgeSink& sink) {
      const Symbol seen[] = {3, 4};
      sink.end(seen);
    }
    void expand(Bytes, EdgeSink&) {}
  } instant;
  for (const Method method : everyMethod) {
    CHECK(setOf(explore(instant, method, {}).automaton) == std::set<Word>{{3, 4}});
  }
}

TEST_CASE("a cycle is an error, not a loop") {
  struct Cycle {
    void initial(EdgeSink& sink) { sink.edge(bytesOf(0), {}); }
    void expand(Bytes state, EdgeSink& sink) { sink.edge(bytesOf(1 - stateOf<int>(state)), {}); }
  } cycle;
  CHECK_THROWS_AS(explore(cycle, Method::LogOnEdges, {}), std::invalid_argument);
}

TEST_CASE("the same system is explored in the same order every time") {
  RandomGraph graph{11};
  const Explored once = explore(graph, Method::LogOnEdges, {}), twice = explore(graph, Method::LogOnEdges, {});
  REQUIRE(once.nfa.edges.size() == twice.nfa.edges.size());
  for (std::size_t i = 0; i < once.nfa.edges.size(); ++i) {
    CHECK(once.nfa.edges[i].target == twice.nfa.edges[i].target);
    CHECK(once.nfa.edges[i].seen == twice.nfa.edges[i].seen);
  }
}

/// Takes the choices and gives what was seen.
struct Replay final : EdgeSink {
  std::uint32_t wanted = 0, told = 0;
  std::string state;
  Word word;
  bool ended = false;

  void edge(Bytes successor, Seen seen) override {
    if (told++ != wanted) return;
    next = successor;
    word.insert(word.end(), seen.begin(), seen.end());
  }
  void end(Seen seen) override {
    if (told++ != wanted) return;
    ended = true;
    word.insert(word.end(), seen.begin(), seen.end());
  }
  std::string next;

  template <class System>
  void run(System& system, const Choices& choices) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
      wanted = choices[i];
      told = 0;
      if (i == 0) {
        system.initial(*this);
      } else {
        system.expand(state, *this);
      }
      state = next;
    }
  }
};

TEST_CASE("every word has a run, and taking its choices shows the word") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomGraph graph{seed};
    const Explored explored = explore(graph, Method::LogOnEdges, {});
    for (const Word& word : words(explored.automaton, 50)) {
      const auto kept = choices(explored.nfa, word);
      const auto found = findRun(graph, word, {});
      for (const auto& run : {kept, found}) {
        REQUIRE(run);
        Replay replay;
        replay.run(graph, *run);
        REQUIRE(replay.ended);
        REQUIRE(replay.word == word);
      }
      REQUIRE(kept->size() <= found->size());
    }
    Word other = words(explored.automaton, 1).front();
    other.push_back(3);
    CHECK_FALSE(choices(explored.nfa, other));
    CHECK_FALSE(findRun(graph, other, {}));
  }
}

}  // namespace
}  // namespace conform::explorer
