// What an exploration found, as it was found: states without their logs, and on each edge what was seen there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/explorer/Automaton.hpp"
#include "model/explorer/WordTable.hpp"

namespace conform::explorer {

/// Acyclic, not deterministic: an edge carries any number of symbols, also none.
struct Nfa {
  /// The target of an edge on which a run ends.
  static constexpr std::uint32_t End = 0xffffffff;
  struct Edge {
    std::uint32_t target;
    WordId seen;
  };
  struct State {
    std::uint32_t firstEdge = 0, edgeCount = 0;
  };
  std::vector<State> states;  ///< State 0 is before the start: its edges are what `initial` told.
  std::vector<Edge> edges;    ///< Those of one state together, in the order in which the system told them.
  WordTable words;

  std::span<const Edge> edgesOf(std::uint32_t state) const {
    return {edges.data() + states[state].firstEdge, states[state].edgeCount};
  }
};

}  // namespace conform::explorer
