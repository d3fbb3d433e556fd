// What can be asked of a set of words: how many, is this one in it, how do two differ, show some.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "model/explorer/Automaton.hpp"
#include "model/explorer/BigCount.hpp"
#include "model/explorer/Explore.hpp"

namespace conform::explorer {

/// The same words, deterministically. Nothing when more than `maxBytes` would be needed.
std::optional<Automaton> determinised(const Nfa& nfa, std::size_t maxBytes = std::size_t{4} << 30);

/// The smallest automaton of the same words, its nodes numbered breadth first: equal sets give equal automata.
Automaton minimised(const Automaton& automaton);

/// The words that end in one of `accepting`, as the minimal automaton.
Automaton automatonOf(const WordTable& words, std::span<const WordId> accepting);

/// Minimal automaton of the same words with every symbol replaced: `symbols[old]` is the new one; 0 drops it.
Automaton relabelled(const Automaton& automaton, std::span<const Symbol> symbols);

bool operator==(const Automaton& a, const Automaton& b);

/// Nodes, each behind all its successors. Throws std::invalid_argument when there is a cycle.
std::vector<std::uint32_t> successorsFirst(const Automaton& automaton);

/// How many words can be read from each node on; that of node 0 is the size of the set.
std::vector<BigCount> countsOf(const Automaton& automaton);
BigCount count(const Automaton& automaton);

/// How far a word can be followed.
struct Followed {
  bool accepted = false;
  std::size_t length = 0;       ///< Of the longest prefix that begins an allowed word.
  std::vector<Symbol> allowed;  ///< What may come next there.
  bool mayEnd = false;          ///< Whether the word may end there.
};
Followed follow(const Automaton& automaton, std::span<const Symbol> word);
/// Each event may be any of several symbols: all positions are followed at once.
Followed follow(const Automaton& automaton, std::span<const std::vector<Symbol>> events);
/// Membership only: the fastest.
bool contains(const Automaton& automaton, std::span<const Symbol> word);

/// A shortest word that can be read from a node on. Every node of a minimal automaton leads to some end.
Word shortestFrom(const Automaton& automaton, std::uint32_t node);

/// How an event that was observed and a symbol go together.
enum class Likeness : std::uint8_t {
  Same,   ///< The event is what the symbol stands for.
  Alike,  ///< It is of the same thing, but another: one edit.
  Other,
};
/// One place of an alignment of what was observed with the nearest word of the set.
struct Aligned {
  std::optional<std::size_t> event;  ///< Nothing: the word has a symbol that was not observed.
  Symbol symbol = 0;                 ///< 0: the event has no counterpart in the word.
  std::uint32_t node = 0;            ///< Of the automaton, in front of it.
  bool fits = false;                 ///< The event is the symbol's.
};
/// The word with the longest common prefix, and of those one with the fewest edits behind it. The set must not be
/// empty. Where more than `maxPairs` situations would have to be looked at, what is behind the prefix is a shortest
/// end instead.
std::vector<Aligned> nearest(const Automaton& automaton, std::size_t events,
                             const std::function<Likeness(std::size_t event, Symbol symbol)>& compare,
                             std::size_t maxPairs = 1'000'000);

/// A shortest word that is in one set and not in the other.
struct Separation {
  Word word;
  bool inFirst = false;  ///< Else in the second.
};
std::optional<Separation> separate(const Automaton& first, const Automaton& second);
/// A shortest word of the first that is not in the second.
std::optional<Word> shortestOnlyInFirst(const Automaton& first, const Automaton& second);

/// Calls `take` with each word, in the order of the symbols, until it gives false.
void forEachWord(const Automaton& automaton, const std::function<bool(const Word&)>& take);
std::vector<Word> words(const Automaton& automaton, std::size_t limit);
/// One word, all words equally likely. `counts` are the automaton's; the set must not be empty.
Word sample(const Automaton& automaton, std::span<const BigCount> counts, std::mt19937_64& random);

/// One run that shows a word: at the start and at each state, which of the things told (edges and ends, counted
/// together from 0) happens. As few transitions as possible.
using Choices = std::vector<std::uint32_t>;
std::optional<Choices> choices(const Nfa& nfa, std::span<const Symbol> word);
/// The same without an Nfa: searches the system, guided by the word. Nothing if no run shows it, or a limit is reached.
std::optional<Choices> findRun(SystemReference system, std::span<const Symbol> word, const Limits& limits);

/// The automaton as a drawing for Graphviz. `label` says what a symbol stands for.
std::string dot(const Automaton& automaton, const std::function<std::string(Symbol)>& label);

}  // namespace conform::explorer
