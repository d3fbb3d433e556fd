// Words, interned as a tree: a word is a number, and appending a symbol gives another number. The log of a run costs
// four bytes in a state, and the words on edges are compared by number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/explorer/Automaton.hpp"

namespace conform::explorer {

/// Number of a word in a WordTable; 0 is the empty word.
using WordId = std::uint32_t;

class WordTable {
 public:
  /// The word, and one more symbol at its end.
  WordId append(WordId word, Symbol symbol);
  WordId append(WordId word, std::span<const Symbol> symbols) {
    for (const Symbol symbol : symbols) word = append(word, symbol);
    return word;
  }

  Word operator[](WordId word) const;
  WordId parentOf(WordId word) const { return entries_[word].parent; }
  Symbol lastOf(WordId word) const { return entries_[word].symbol; }
  std::size_t size() const { return entries_.size(); }
  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry) + slots_.capacity() * sizeof(WordId); }

 private:
  struct Entry {
    WordId parent;
    Symbol symbol;
  };
  void grow();
  std::size_t slotOf(WordId parent, Symbol symbol) const;

  std::vector<Entry> entries_{{0, 0}};
  std::vector<WordId> slots_ = std::vector<WordId>(16, 0);  ///< Open addressing; 0 is empty.
};

}  // namespace conform::explorer
