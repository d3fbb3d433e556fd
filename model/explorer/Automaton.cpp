#include "model/explorer/Automaton.hpp"

#include <algorithm>

namespace conform::explorer {

std::optional<std::uint32_t> Automaton::next(std::uint32_t node, Symbol symbol) const {
  const std::span<const Edge> all = edgesOf(node);
  const auto found = std::lower_bound(all.begin(), all.end(), symbol,
                                      [](const Edge& edge, Symbol wanted) { return edge.symbol < wanted; });
  if (found == all.end() || found->symbol != symbol) return std::nullopt;
  return found->target;
}

}  // namespace conform::explorer
