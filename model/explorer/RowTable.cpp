#include "model/explorer/RowTable.hpp"

#include <algorithm>
#include <tuple>

#include "model/explorer/hash.hpp"

namespace conform::explorer {

RowTable::RowTable() : slots_(64, 0) {
  intern(false, {});
}

std::uint64_t RowTable::hashOf(bool accepts, std::span<const Edge> edges) {
  std::uint64_t hash = accepts ? 0x8ebc6af09c88c6e3 : 0x589965cc75374cc3;
  for (const Edge& edge : edges) {
    hash = mix(hash ^ 0xa0761d6478bd642f, ((std::uint64_t{edge.symbol} << 32) | edge.target) ^ 0xe7037ed1a0b428db);
  }
  return mix(hash, edges.size() ^ 0x9e3779b97f4a7c15);
}

std::uint32_t RowTable::intern(bool accepts, std::span<const Edge> edges) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hashOf(accepts, edges) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) {
      const std::uint32_t row = static_cast<std::uint32_t>(rows_.size());
      rows_.push_back({static_cast<std::uint32_t>(edges_.size()), static_cast<std::uint32_t>(edges.size()), accepts});
      edges_.insert(edges_.end(), edges.begin(), edges.end());
      slots_[slot] = row + 1;
      if (rows_.size() * 2 > slots_.size()) grow();
      return row;
    }
    const std::uint32_t row = slots_[slot] - 1;
    if (rows_[row].accepts == accepts && std::ranges::equal(edgesOf(row), edges)) return row;
  }
}

void RowTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    std::size_t slot = hashOf(rows_[row].accepts, edgesOf(row)) & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = row + 1;
  }
}

void normalise(std::vector<Automaton::Edge>& edges) {
  using Edge = Automaton::Edge;
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return std::tie(a.symbol, a.target) < std::tie(b.symbol, b.target); });
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

Automaton automatonFrom(const RowTable& rows, std::uint32_t start) {
  Automaton automaton;
  if (start == RowTable::Dead) return automaton;

  std::vector<std::uint32_t> numberOf(rows.size(), 0);  // Plus one.
  std::vector<std::uint32_t> reached{start};
  numberOf[start] = 1;
  for (std::size_t at = 0; at < reached.size(); ++at) {
    const auto edges = rows.edgesOf(reached[at]);
    automaton.nodes.push_back({static_cast<std::uint32_t>(automaton.edges.size()),
                               static_cast<std::uint32_t>(edges.size()), rows.accepts(reached[at])});
    for (const Automaton::Edge& edge : edges) {
      if (numberOf[edge.target] == 0) {
        reached.push_back(edge.target);
        numberOf[edge.target] = static_cast<std::uint32_t>(reached.size());
      }
      automaton.edges.push_back({edge.symbol, numberOf[edge.target] - 1});
    }
  }
  return automaton;
}

}  // namespace conform::explorer
