// What was observed, beside the nearest word of a set.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "tests/explorer/toys.hpp"

namespace conform::explorer {
namespace {

std::vector<Aligned> align(const Automaton& automaton, const Word& observed, std::size_t maxPairs = 1'000'000) {
  // Symbols of the same parity are alike.
  return nearest(
      automaton, observed.size(),
      [&](std::size_t event, Symbol symbol) {
        if (observed[event] == symbol) return Likeness::Same;
        return observed[event] % 2 == symbol % 2 ? Likeness::Alike : Likeness::Other;
      },
      maxPairs);
}

Word wordOf(const std::vector<Aligned>& alignment) {
  Word word;
  for (const Aligned& place : alignment) {
    if (place.symbol != 0) word.push_back(place.symbol);
  }
  return word;
}

std::size_t editsOf(const std::vector<Aligned>& alignment) {
  return static_cast<std::size_t>(std::ranges::count(alignment, false, &Aligned::fits));
}

/// The fewest edits between the rests of two words behind their first `from` symbols, by the textbook's table.
std::size_t edits(const Word& a, const Word& b, std::size_t from) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size() + 1; i-- > from;) {
    for (std::size_t j = b.size() + 1; j-- > from;) {
      if (i == a.size() || j == b.size()) {
        table[i][j] = a.size() - i + (b.size() - j);
        continue;
      }
      table[i][j] = 1 + std::min(table[i + 1][j], table[i][j + 1]);
      if (a[i] % 2 == b[j] % 2) table[i][j] = std::min(table[i][j], (a[i] != b[j]) + table[i + 1][j + 1]);
    }
  }
  return table[from][from];
}

TEST_CASE("the nearest word has the longest common prefix, and behind it the fewest edits of all words that have it") {
  std::mt19937 random{7};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomGraph graph{seed};
    const Automaton automaton = explore(graph, Method::LogOnEdges, {}).automaton;
    const std::set<Word> all = setOf(automaton);
    if (all.empty()) continue;
    Word observed = *std::next(all.begin(), static_cast<long>(random() % all.size()));
    for (Symbol& symbol : observed) {
      if (random() % 4 == 0) symbol = 1 + random() % 5;
    }
    if (random() % 3 == 0) observed.push_back(1 + random() % 5);

    std::size_t longest = 0;
    const auto prefixOf = [&](const Word& word) {
      return static_cast<std::size_t>(std::ranges::mismatch(observed, word).in1 - observed.begin());
    };
    for (const Word& word : all) longest = std::max(longest, prefixOf(word));
    std::size_t fewest = 1000;
    for (const Word& word : all) {
      if (prefixOf(word) == longest) fewest = std::min(fewest, edits(observed, word, longest));
    }

    const std::vector<Aligned> alignment = align(automaton, observed);
    const Word word = wordOf(alignment);
    CAPTURE(seed);
    REQUIRE(all.contains(word));
    REQUIRE(prefixOf(word) == longest);
    REQUIRE(editsOf(alignment) == fewest);
    std::size_t events = 0;
    for (const Aligned& place : alignment) {
      if (place.event) REQUIRE(*place.event == events++);
    }
    REQUIRE(events == observed.size());

    // With no room to search, the word is still one of the set, with the same prefix.
    const Word hasty = wordOf(align(automaton, observed, 0));
    REQUIRE(all.contains(hasty));
    REQUIRE(prefixOf(hasty) == longest);
  }
}

}  // namespace
}  // namespace conform::explorer
