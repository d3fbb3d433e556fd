// A set of words as a deterministic, acyclic automaton: the set of all outcomes of a scenario.
// Knows numbers only, nothing of WebNN.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace conform::explorer {

/// One observation, interned by the caller; 0 is not used.
using Symbol = std::uint32_t;
using Word = std::vector<Symbol>;

struct Automaton {
  struct Edge {
    Symbol symbol;
    std::uint32_t target;
    bool operator==(const Edge&) const = default;
  };
  struct Node {
    std::uint32_t firstEdge = 0, edgeCount = 0;  ///< Sorted by symbol.
    bool accepts = false;
  };
  std::vector<Node> nodes;  ///< Node 0 is the start. No nodes: the empty set.
  std::vector<Edge> edges;

  std::span<const Edge> edgesOf(std::uint32_t node) const {
    return {edges.data() + nodes[node].firstEdge, nodes[node].edgeCount};
  }
  /// Where `symbol` leads from `node`, in logarithmic time.
  std::optional<std::uint32_t> next(std::uint32_t node, Symbol symbol) const;
};

}  // namespace conform::explorer
