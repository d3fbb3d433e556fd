#include <algorithm>
#include <stdexcept>

#include "model/explorer/RowTable.hpp"
#include "model/explorer/operations.hpp"

namespace conform::explorer {

bool operator==(const Automaton& a, const Automaton& b) {
  const auto sameNode = [](const Automaton::Node& x, const Automaton::Node& y) {
    return x.firstEdge == y.firstEdge && x.edgeCount == y.edgeCount && x.accepts == y.accepts;
  };
  return a.edges == b.edges && std::ranges::equal(a.nodes, b.nodes, sameNode);
}

std::vector<std::uint32_t> successorsFirst(const Automaton& automaton) {
  enum : std::uint8_t { Unseen, Open, Done };
  std::vector<std::uint8_t> mark(automaton.nodes.size(), Unseen);
  std::vector<std::uint32_t> order;
  struct Frame {
    std::uint32_t node, edge;
  };
  std::vector<Frame> frames;
  if (!automaton.nodes.empty()) frames.push_back({0, 0});
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.edge == 0) mark[frame.node] = Open;
    if (frame.edge == automaton.nodes[frame.node].edgeCount) {
      mark[frame.node] = Done;
      order.push_back(frame.node);
      frames.pop_back();
      continue;
    }
    const std::uint32_t target = automaton.edgesOf(frame.node)[frame.edge++].target;
    if (mark[target] == Open) throw std::invalid_argument("the automaton has a cycle");
    if (mark[target] == Unseen) frames.push_back({target, 0});
  }
  return order;
}

Automaton minimised(const Automaton& automaton) {
  if (automaton.nodes.empty()) return {};
  RowTable rows;
  std::vector<std::uint32_t> rowOf(automaton.nodes.size());
  std::vector<Automaton::Edge> edges;
  for (const std::uint32_t node : successorsFirst(automaton)) {
    edges.clear();
    for (const Automaton::Edge& edge : automaton.edgesOf(node)) {
      if (rowOf[edge.target] != RowTable::Dead) edges.push_back({edge.symbol, rowOf[edge.target]});
    }
    rowOf[node] = rows.intern(automaton.nodes[node].accepts, edges);
  }
  return automatonFrom(rows, rowOf[0]);
}

}  // namespace conform::explorer
