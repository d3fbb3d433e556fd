#include "model/explorer/operations.hpp"

namespace conform::explorer {

std::vector<BigCount> countsOf(const Automaton& automaton) {
  std::vector<BigCount> counts(automaton.nodes.size());
  for (const std::uint32_t node : successorsFirst(automaton)) {
    BigCount& count = counts[node];
    if (automaton.nodes[node].accepts) count += 1;
    for (const Automaton::Edge& edge : automaton.edgesOf(node)) count += counts[edge.target];
  }
  return counts;
}

BigCount count(const Automaton& automaton) {
  return automaton.nodes.empty() ? BigCount{} : countsOf(automaton)[0];
}

}  // namespace conform::explorer
