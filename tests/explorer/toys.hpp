// Small transition systems whose words are known otherwise.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <set>
#include <vector>

#include "model/explorer/operations.hpp"

namespace conform::explorer {

/// A state that is one trivially copyable value.
template <class State>
Bytes bytesOf(const State& state) {
  return {reinterpret_cast<const char*>(&state), sizeof state};
}
template <class State>
State stateOf(Bytes bytes) {
  State state;
  std::memcpy(&state, bytes.data(), sizeof state);
  return state;
}

/// `processes` counters run to `steps`, interleaved; process p shows the symbol p + 1 at each step.
struct Counters {
  unsigned processes, steps;
  using State = std::array<std::uint8_t, 8>;

  void initial(EdgeSink& sink) const { sink.edge(bytesOf(State{}), {}); }
  void expand(Bytes bytes, EdgeSink& sink) const {
    State state = stateOf<State>(bytes);
    bool done = true;
    for (unsigned p = 0; p < processes; ++p) {
      if (state[p] == steps) continue;
      done = false;
      ++state[p];
      const Symbol symbol = p + 1;
      sink.edge(bytesOf(state), {&symbol, 1});
      --state[p];
    }
    if (done) sink.end({});
  }
};

/// An acyclic graph drawn at random: silent edges, edges with up to three symbols, ends that show something.
struct RandomGraph {
  struct Edge {
    std::uint32_t target;  ///< `nodes.size()`: the run ends.
    Word seen;
  };
  std::vector<std::vector<Edge>> nodes;

  explicit RandomGraph(std::uint64_t seed) {
    std::mt19937_64 random{seed};
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    nodes.resize(2 + below(12));
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
      const std::uint32_t count = 1 + below(3);
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t later = static_cast<std::uint32_t>(nodes.size()) - node;
        Edge edge{node + 1 + below(later < 4 ? later : 4), {}};
        if (edge.target > nodes.size()) edge.target = static_cast<std::uint32_t>(nodes.size());
        for (std::uint32_t length = below(4); length > 0; --length) edge.seen.push_back(1 + below(2));
        nodes[node].push_back(edge);
      }
    }
  }

  void initial(EdgeSink& sink) const { sink.edge(bytesOf(std::uint32_t{0}), {}); }
  void expand(Bytes bytes, EdgeSink& sink) const {
    for (const Edge& edge : nodes[stateOf<std::uint32_t>(bytes)]) {
      if (edge.target == nodes.size()) {
        sink.end(edge.seen);
      } else {
        sink.edge(bytesOf(edge.target), edge.seen);
      }
    }
  }

  /// Every word, by walking every path.
  std::set<Word> allWords() const {
    std::set<Word> found;
    const std::function<void(std::uint32_t, Word)> walk = [&](std::uint32_t node, const Word& word) {
      if (node == nodes.size()) {
        found.insert(word);
        return;
      }
      for (const Edge& edge : nodes[node]) {
        Word longer = word;
        longer.insert(longer.end(), edge.seen.begin(), edge.seen.end());
        walk(edge.target, longer);
      }
    };
    walk(0, {});
    return found;
  }
};

inline std::set<Word> setOf(const Automaton& automaton) {
  const auto all = words(automaton, static_cast<std::size_t>(-1));
  return {all.begin(), all.end()};
}

/// Every word over {1, 2} of this length, as an automaton.
inline Automaton binaryWords(std::uint32_t length) {
  Automaton automaton;
  for (std::uint32_t node = 0; node <= length; ++node) {
    const bool last = node == length;
    automaton.nodes.push_back({static_cast<std::uint32_t>(automaton.edges.size()), last ? 0U : 2U, last});
    if (!last) automaton.edges.insert(automaton.edges.end(), {{1, node + 1}, {2, node + 1}});
  }
  return automaton;
}

}  // namespace conform::explorer
