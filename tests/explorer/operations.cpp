#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include "tests/explorer/toys.hpp"

namespace conform::explorer {
namespace {

Automaton ofGraph(std::uint64_t seed) {
  RandomGraph graph{seed};
  return explore(graph, Method::LogOnEdges, {}).automaton;
}

TEST_CASE("counts are exact far beyond 64 bits") {
  CHECK(count(binaryWords(200)).text() == "1606938044258990275541962092341162602522202993782792835301376");
  CHECK(count(binaryWords(0)).text() == "1");
  CHECK(count(binaryWords(64)).text() == "18446744073709551616");
}

TEST_CASE("big counts add, subtract, compare and print") {
  BigCount number{0xffffffffffffffff};
  number += 1;
  CHECK(number.text() == "18446744073709551616");
  CHECK(number > BigCount{0xffffffffffffffff});
  number -= 1;
  CHECK(number == BigCount{0xffffffffffffffff});
  number -= number;
  CHECK(number.isZero());
  CHECK(number.text() == "0");
  CHECK(count(binaryWords(100)).approximate() == doctest::Approx(std::pow(2.0, 100)));
}

TEST_CASE("an automaton contains its words and no others, and says how far a word can be followed") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Automaton automaton = ofGraph(seed);
    const std::set<Word> all = setOf(automaton);
    for (const Word& word : all) {
      REQUIRE(contains(automaton, word));
      REQUIRE(follow(automaton, word).accepted);
    }
    const Automaton others = ofGraph(seed + 1000);
    for (const Word& word : setOf(others)) {
      REQUIRE(contains(automaton, word) == all.contains(word));
      const Followed followed = follow(automaton, word);
      std::size_t longest = 0;
      std::set<Symbol> next;
      for (const Word& allowed : all) {
        const auto at = std::mismatch(word.begin(), word.end(), allowed.begin(), allowed.end()).first;
        longest = std::max(longest, static_cast<std::size_t>(at - word.begin()));
      }
      bool mayEnd = false;
      for (const Word& allowed : all) {
        if (allowed.size() < longest || !std::equal(allowed.begin(), allowed.begin() + long(longest), word.begin()))
          continue;
        if (allowed.size() == longest) {
          mayEnd = true;
        } else {
          next.insert(allowed[longest]);
        }
      }
      REQUIRE(followed.length == longest);
      REQUIRE(std::set<Symbol>(followed.allowed.begin(), followed.allowed.end()) == next);
      REQUIRE(followed.mayEnd == mayEnd);
    }
  }
}

TEST_CASE("an event that may be several symbols is followed at all positions at once") {
  RandomGraph graph{0};
  graph.nodes = {{{1, {1}}, {2, {2}}}, {{3, {3}}}, {{3, {4}}}};
  const Automaton automaton = explore(graph, Method::LogOnEdges, {}).automaton;
  const std::vector<std::vector<Symbol>> either{{1, 2}, {4}}, both{{1, 2}, {3, 4}}, none{{1, 2}, {5}};
  CHECK(follow(automaton, std::span{either}).accepted);
  CHECK(follow(automaton, std::span{both}).accepted);
  const Followed followed = follow(automaton, std::span{none});
  CHECK_FALSE(followed.accepted);
  CHECK(followed.length == 1);
  CHECK(followed.allowed == std::vector<Symbol>{3, 4});
}

TEST_CASE("separate finds a shortest word that is in one set only, or that there is none") {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Automaton first = ofGraph(seed), second = ofGraph(seed % 7 == 0 ? seed : seed + 1);
    const std::set<Word> a = setOf(first), b = setOf(second);
    std::vector<Word> different, onlyFirst;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(different));
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(onlyFirst));
    const auto shortest = [](const std::vector<Word>& set) {
      return std::ranges::min_element(set, {}, &Word::size)->size();
    };

    const auto separation = separate(first, second);
    REQUIRE(separation.has_value() == !different.empty());
    if (separation) {
      CHECK(separation->word.size() == shortest(different));
      CHECK(a.contains(separation->word) == separation->inFirst);
      CHECK(b.contains(separation->word) == !separation->inFirst);
    }
    const auto only = shortestOnlyInFirst(first, second);
    REQUIRE(only.has_value() == !onlyFirst.empty());
    if (only) {
      CHECK(only->size() == shortest(onlyFirst));
      CHECK(a.contains(*only));
      CHECK_FALSE(b.contains(*only));
    }
  }
}

TEST_CASE("words are listed in order, up to a limit") {
  const Automaton automaton = binaryWords(3);
  const std::vector<Word> all = words(automaton, 100);
  CHECK(all.size() == 8);
  CHECK(std::ranges::is_sorted(all));
  CHECK(words(automaton, 3) == std::vector<Word>{{1, 1, 1}, {1, 1, 2}, {1, 2, 1}});
  CHECK(words(automaton, 0).empty());
}

TEST_CASE("sampling gives each word equally often") {
  const Automaton automaton = ofGraph(5);
  const std::set<Word> all = setOf(automaton);
  const auto counts = countsOf(automaton);
  std::mt19937_64 random{1};
  std::map<Word, int> drawn;
  const int rounds = 1000 * static_cast<int>(all.size());
  for (int i = 0; i < rounds; ++i) ++drawn[sample(automaton, counts, random)];
  CHECK(drawn.size() == all.size());
  for (const auto& [word, times] : drawn) {
    CHECK(all.contains(word));
    CHECK(times == doctest::Approx(1000).epsilon(0.2));
  }
  const Automaton large = binaryWords(500);
  const auto largeCounts = countsOf(large);
  CHECK(contains(large, sample(large, largeCounts, random)));
}

TEST_CASE("replacing symbols gives the words with the symbols replaced, and 0 drops one") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Automaton automaton = ofGraph(seed);
    for (const auto& symbols : {std::array<Symbol, 3>{0, 2, 1}, {0, 1, 1}, {0, 0, 1}, {0, 7, 5}}) {
      std::set<Word> expected;
      for (const Word& word : setOf(automaton)) {
        Word replaced;
        for (const Symbol symbol : word) {
          if (symbols[symbol] != 0) replaced.push_back(symbols[symbol]);
        }
        expected.insert(replaced);
      }
      const Automaton result = relabelled(automaton, symbols);
      REQUIRE(setOf(result) == expected);
      REQUIRE(minimised(result) == result);
    }
  }
}

TEST_CASE("minimising joins nodes that lead to the same words, and drops what leads nowhere") {
  Automaton automaton;
  automaton.nodes = {{0, 3, false}, {3, 1, false}, {4, 1, false}, {5, 0, true}, {5, 0, true}, {5, 0, false}};
  automaton.edges = {{1, 1}, {2, 2}, {3, 5}, {4, 3}, {4, 4}};
  const Automaton minimal = minimised(automaton);
  CHECK(minimal.nodes.size() == 3);
  CHECK(setOf(minimal) == std::set<Word>{{1, 4}, {2, 4}});
}

TEST_CASE("an automaton with a cycle is refused") {
  Automaton automaton;
  automaton.nodes = {{0, 1, true}};
  automaton.edges = {{1, 0}};
  CHECK_THROWS_AS(count(automaton), std::invalid_argument);
}

TEST_CASE("a drawing names every edge and marks where words end") {
  const std::string drawing = dot(binaryWords(1), [](Symbol symbol) { return "\"" + std::to_string(symbol); });
  CHECK(drawing.find("0 -> 1 [label = \"\\\"1\"]") != std::string::npos);
  CHECK(drawing.find("1 [shape = doublecircle]") != std::string::npos);
}

}  // namespace
}  // namespace conform::explorer
