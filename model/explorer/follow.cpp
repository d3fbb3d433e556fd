#include <algorithm>

#include "model/explorer/operations.hpp"

namespace conform::explorer {
namespace {

constexpr std::uint32_t nowhere = 0xffffffff;

/// Few edges are the rule: one after the other is then faster than halving.
std::uint32_t step(const Automaton& automaton, std::uint32_t node, Symbol symbol) {
  const auto edges = automaton.edgesOf(node);
  if (edges.size() > 8) return automaton.next(node, symbol).value_or(nowhere);
  for (const Automaton::Edge& edge : edges) {
    if (edge.symbol == symbol) return edge.target;
  }
  return nowhere;
}

void describe(const Automaton& automaton, std::uint32_t node, Followed& followed) {
  for (const Automaton::Edge& edge : automaton.edgesOf(node)) followed.allowed.push_back(edge.symbol);
  followed.mayEnd = followed.mayEnd || automaton.nodes[node].accepts;
}

}  // namespace

bool contains(const Automaton& automaton, std::span<const Symbol> word) {
  if (automaton.nodes.empty()) return false;
  std::uint32_t node = 0;
  for (const Symbol symbol : word) {
    node = step(automaton, node, symbol);
    if (node == nowhere) return false;
  }
  return automaton.nodes[node].accepts;
}

Followed follow(const Automaton& automaton, std::span<const Symbol> word) {
  Followed followed;
  if (automaton.nodes.empty()) return followed;
  std::uint32_t node = 0;
  for (; followed.length < word.size(); ++followed.length) {
    const std::uint32_t target = step(automaton, node, word[followed.length]);
    if (target == nowhere) break;
    node = target;
  }
  describe(automaton, node, followed);
  followed.accepted = followed.length == word.size() && followed.mayEnd;
  return followed;
}

Followed follow(const Automaton& automaton, std::span<const std::vector<Symbol>> events) {
  Followed followed;
  if (automaton.nodes.empty()) return followed;
  std::vector<std::uint32_t> nodes{0}, targets;
  for (; followed.length < events.size(); ++followed.length) {
    targets.clear();
    for (const std::uint32_t node : nodes) {
      for (const Symbol symbol : events[followed.length]) {
        const std::uint32_t target = step(automaton, node, symbol);
        if (target != nowhere) targets.push_back(target);
      }
    }
    if (targets.empty()) break;
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    nodes.swap(targets);
  }
  for (const std::uint32_t node : nodes) describe(automaton, node, followed);
  std::sort(followed.allowed.begin(), followed.allowed.end());
  followed.allowed.erase(std::unique(followed.allowed.begin(), followed.allowed.end()), followed.allowed.end());
  followed.accepted = followed.length == events.size() && followed.mayEnd;
  return followed;
}

}  // namespace conform::explorer
