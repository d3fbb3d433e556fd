#include "model/explorer/WordTable.hpp"

#include <algorithm>

#include "model/explorer/hash.hpp"

namespace conform::explorer {

std::size_t WordTable::slotOf(WordId parent, Symbol symbol) const {
  return mix((std::uint64_t{parent} << 32) | symbol, 0x9e3779b97f4a7c15) & (slots_.size() - 1);
}

WordId WordTable::append(WordId word, Symbol symbol) {
  for (std::size_t slot = slotOf(word, symbol);; slot = (slot + 1) & (slots_.size() - 1)) {
    const WordId found = slots_[slot];
    if (found == 0) {
      const WordId added = static_cast<WordId>(entries_.size());
      entries_.push_back({word, symbol});
      slots_[slot] = added;
      if (entries_.size() * 2 > slots_.size()) grow();
      return added;
    }
    if (entries_[found].parent == word && entries_[found].symbol == symbol) return found;
  }
}

void WordTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (WordId word = 1; word < entries_.size(); ++word) {
    std::size_t slot = slotOf(entries_[word].parent, entries_[word].symbol);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = word;
  }
}

Word WordTable::operator[](WordId word) const {
  Word symbols;
  for (; word != 0; word = entries_[word].parent) symbols.push_back(entries_[word].symbol);
  std::reverse(symbols.begin(), symbols.end());
  return symbols;
}

}  // namespace conform::explorer
