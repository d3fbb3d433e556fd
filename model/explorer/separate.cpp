// The product of two automata, breadth first: the first pair that differs ends a shortest word that tells them apart.
#include <algorithm>
#include <unordered_set>

#include "model/explorer/operations.hpp"

namespace conform::explorer {
namespace {

/// No node: this automaton does not go on here. Every node of a minimal automaton leads to some end.
constexpr std::uint32_t left = 0xffffffff;

struct Pair {
  std::uint32_t first, second;
  std::uint32_t parent;  ///< Index of the pair that it was reached from.
  Symbol symbol;
};

class Product {
 public:
  Product(const Automaton& first, const Automaton& second) : first_(first), second_(second) {
    reach(first.nodes.empty() ? left : 0, second.nodes.empty() ? left : 0, 0, 0);
  }

  /// The word to the first pair for which `differs(acceptsFirst, acceptsSecond)`, and whether the first accepts it.
  template <class Differs>
  std::optional<Separation> find(Differs differs, bool alsoWithoutFirst) {
    for (std::size_t at = 0; at < pairs_.size(); ++at) {
      const Pair pair = pairs_[at];
      const bool a = pair.first != left && first_.nodes[pair.first].accepts;
      const bool b = pair.second != left && second_.nodes[pair.second].accepts;
      if (differs(a, b)) return Separation{wordTo(at), a};
      expand(static_cast<std::uint32_t>(at), alsoWithoutFirst);
    }
    return std::nullopt;
  }

 private:
  void reach(std::uint32_t first, std::uint32_t second, std::uint32_t parent, Symbol symbol) {
    if (first == left && second == left) return;
    if (seen_.insert((std::uint64_t{first} << 32) | second).second) pairs_.push_back({first, second, parent, symbol});
  }

  /// Merges the two sorted rows.
  void expand(std::uint32_t at, bool alsoWithoutFirst) {
    const Pair pair = pairs_[at];
    const auto a = pair.first == left ? std::span<const Automaton::Edge>{} : first_.edgesOf(pair.first);
    const auto b = pair.second == left ? std::span<const Automaton::Edge>{} : second_.edgesOf(pair.second);
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
      if (j == b.size() || (i < a.size() && a[i].symbol < b[j].symbol)) {
        reach(a[i].target, left, at, a[i].symbol);
        ++i;
      } else if (i == a.size() || b[j].symbol < a[i].symbol) {
        if (alsoWithoutFirst) reach(left, b[j].target, at, b[j].symbol);
        ++j;
      } else {
        reach(a[i].target, b[j].target, at, a[i].symbol);
        ++i, ++j;
      }
    }
  }

  Word wordTo(std::size_t at) const {
    Word word;
    for (; at != 0; at = pairs_[at].parent) word.push_back(pairs_[at].symbol);
    std::reverse(word.begin(), word.end());
    return word;
  }

  const Automaton& first_;
  const Automaton& second_;
  std::vector<Pair> pairs_;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace

std::optional<Separation> separate(const Automaton& first, const Automaton& second) {
  return Product{first, second}.find([](bool a, bool b) { return a != b; }, true);
}

std::optional<Word> shortestOnlyInFirst(const Automaton& first, const Automaton& second) {
  auto found = Product{first, second}.find([](bool a, bool b) { return a && !b; }, false);
  if (!found) return std::nullopt;
  return std::move(found->word);
}

}  // namespace conform::explorer
