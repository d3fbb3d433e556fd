// Rows: what an automaton can do at a node. Equal rows get equal numbers, which is all there is to minimising an
// acyclic automaton from its ends to its start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/explorer/Automaton.hpp"

namespace conform::explorer {

class RowTable {
 public:
  using Edge = Automaton::Edge;
  /// The number of the row that accepts nothing: edges to it are left out.
  static constexpr std::uint32_t Dead = 0;

  RowTable();
  /// `edges` are sorted by symbol and target, none twice, none to Dead.
  std::uint32_t intern(bool accepts, std::span<const Edge> edges);

  std::span<const Edge> edgesOf(std::uint32_t row) const {
    return {edges_.data() + rows_[row].firstEdge, rows_[row].edgeCount};
  }
  bool accepts(std::uint32_t row) const { return rows_[row].accepts; }
  std::size_t size() const { return rows_.size(); }
  std::size_t bytes() const {
    return edges_.capacity() * sizeof(Edge) + rows_.capacity() * sizeof(Automaton::Node) +
           slots_.capacity() * sizeof(std::uint32_t);
  }

 private:
  void grow();
  static std::uint64_t hashOf(bool accepts, std::span<const Edge> edges);

  std::vector<Automaton::Node> rows_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> slots_;  ///< Open addressing: the row's number plus one.
};

/// Sorts by symbol and target, and drops what is there twice.
void normalise(std::vector<Automaton::Edge>& edges);

/// What can be reached from `start` as an automaton of its own, numbered breadth first. No two edges of a row that is
/// reached have the same symbol.
Automaton automatonFrom(const RowTable& rows, std::uint32_t start);

}  // namespace conform::explorer
