// Showing words: all of them in order, some at random, or the automaton as a drawing.
#include "model/explorer/operations.hpp"

namespace conform::explorer {

void forEachWord(const Automaton& automaton, const std::function<bool(const Word&)>& take) {
  if (automaton.nodes.empty()) return;
  struct Frame {
    std::uint32_t node, edge;
  };
  std::vector<Frame> frames{{0, 0}};
  Word word;
  if (automaton.nodes[0].accepts && !take(word)) return;
  while (!frames.empty()) {
    Frame& frame = frames.back();
    const auto edges = automaton.edgesOf(frame.node);
    if (frame.edge == edges.size()) {
      frames.pop_back();
      if (!word.empty()) word.pop_back();
      continue;
    }
    const Automaton::Edge& edge = edges[frame.edge++];
    word.push_back(edge.symbol);
    if (automaton.nodes[edge.target].accepts && !take(word)) return;
    frames.push_back({edge.target, 0});
  }
}

std::vector<Word> words(const Automaton& automaton, std::size_t limit) {
  std::vector<Word> found;
  if (limit == 0) return found;
  forEachWord(automaton, [&](const Word& word) {
    found.push_back(word);
    return found.size() < limit;
  });
  return found;
}

Word sample(const Automaton& automaton, std::span<const BigCount> counts, std::mt19937_64& random) {
  Word word;
  std::uint32_t node = 0;
  BigCount number = counts[0].below(random);  // Of the word, in the order of forEachWord.
  while (true) {
    if (automaton.nodes[node].accepts) {
      if (number.isZero()) return word;
      number -= 1;
    }
    for (const Automaton::Edge& edge : automaton.edgesOf(node)) {
      if (number < counts[edge.target]) {
        word.push_back(edge.symbol);
        node = edge.target;
        break;
      }
      number -= counts[edge.target];
    }
  }
}

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

std::string dot(const Automaton& automaton, const std::function<std::string(Symbol)>& label) {
  std::string drawing = "digraph outcomes {\n  rankdir = LR;\n  node [shape = circle, label = \"\", width = 0.2];\n";
  for (std::uint32_t node = 0; node < automaton.nodes.size(); ++node) {
    const std::string name = std::to_string(node);
    if (automaton.nodes[node].accepts) drawing += "  " + name + " [shape = doublecircle];\n";
    for (const Automaton::Edge& edge : automaton.edgesOf(node)) {
      drawing +=
          "  " + name + " -> " + std::to_string(edge.target) + " [label = " + quoted(label(edge.symbol)) + "];\n";
    }
  }
  return drawing + "}\n";
}

}  // namespace conform::explorer
