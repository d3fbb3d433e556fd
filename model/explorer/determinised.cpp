// From what an exploration found to a deterministic automaton. Three ideas keep it small and short:
// empty edges go first (a state is what can be seen from it on), equal rows are equal states, and a set of states is
// known by its joint row, not by its members.
#include <algorithm>
#include <stdexcept>

#include "model/explorer/RowTable.hpp"
#include "model/explorer/operations.hpp"

namespace conform::explorer {
namespace {

using Edge = Automaton::Edge;

/// States of the Nfa, each behind all its successors.
std::vector<std::uint32_t> successorsFirst(const Nfa& nfa) {
  enum : std::uint8_t { Unseen, Open, Done };
  std::vector<std::uint8_t> mark(nfa.states.size(), Unseen);
  std::vector<std::uint32_t> order;
  order.reserve(nfa.states.size());
  struct Frame {
    std::uint32_t state, edge;
  };
  std::vector<Frame> frames;
  if (!nfa.states.empty()) frames.push_back({0, 0});
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.edge == 0) mark[frame.state] = Open;
    if (frame.edge == nfa.states[frame.state].edgeCount) {
      mark[frame.state] = Done;
      order.push_back(frame.state);
      frames.pop_back();
      continue;
    }
    const std::uint32_t target = nfa.edgesOf(frame.state)[frame.edge++].target;
    if (target == Nfa::End || mark[target] == Done) continue;
    if (mark[target] == Open) throw std::invalid_argument("the transition system has a cycle");
    frames.push_back({target, 0});
  }
  return order;
}

/// Adds everything that can be done at `row`; returns whether it accepts.
bool addRow(const RowTable& rows, std::uint32_t row, std::vector<Edge>& edges) {
  const auto more = rows.edgesOf(row);
  edges.insert(edges.end(), more.begin(), more.end());
  return rows.accepts(row);
}

/// Makes the rows that are reached from `start` deterministic. New rows are added behind the others.
class Determinising {
 public:
  Determinising(RowTable& rows, std::size_t maxBytes) : rows_(rows), maxBytes_(maxBytes) {}

  /// Nothing when there is not enough memory.
  std::optional<std::uint32_t> from(std::uint32_t start) {
    enter(start);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.groupBegin == rows_.edgesOf(frame.row).size()) {
        leave();
        continue;
      }
      step(frame);
      if (rows_.bytes() + finished_.bytes() > maxBytes_) return std::nullopt;
    }
    return result_[start];
  }
  const RowTable& finished() const { return finished_; }

 private:
  static constexpr std::uint32_t Unknown = 0xffffffff;
  struct Frame {
    std::uint32_t row;
    std::size_t groupBegin;   ///< First edge with the symbol to do next.
    std::size_t pendingFrom;  ///< Where this frame's finished edges begin in `done_`.
  };

  void enter(std::uint32_t row) {
    if (result_.size() < rows_.size()) result_.resize(rows_.size(), Unknown);
    frames_.push_back({row, 0, done_.size()});
  }

  /// One symbol: the set of targets becomes one row.
  void step(Frame& frame) {
    const auto edges = rows_.edgesOf(frame.row);
    const std::size_t begin = frame.groupBegin;
    std::size_t end = begin + 1;
    while (end < edges.size() && edges[end].symbol == edges[begin].symbol) ++end;
    const Symbol symbol = edges[begin].symbol;
    std::uint32_t target = edges[begin].target;
    if (end - begin > 1) {
      joint_.clear();
      bool accepts = false;
      for (std::size_t i = begin; i < end; ++i) accepts = addRow(rows_, edges[i].target, joint_) || accepts;
      normalise(joint_);
      target = rows_.intern(accepts, joint_);
    }
    if (result_.size() < rows_.size()) result_.resize(rows_.size(), Unknown);
    if (result_[target] == Unknown) return enter(target);  // This group again, when the target is known.
    done_.push_back({symbol, result_[target]});
    frame.groupBegin = end;
  }

  void leave() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    const std::span<const Edge> edges{done_.data() + frame.pendingFrom, done_.size() - frame.pendingFrom};
    result_[frame.row] = finished_.intern(rows_.accepts(frame.row), edges);
    done_.resize(frame.pendingFrom);
  }

  RowTable& rows_;
  std::size_t maxBytes_;
  RowTable finished_;                  ///< Deterministic and, since equal rows are one, minimal.
  std::vector<std::uint32_t> result_;  ///< For each of `rows_`, its number in `finished_`.
  std::vector<Frame> frames_;
  std::vector<Edge> done_, joint_;
};

std::optional<Automaton> finish(RowTable& rows, std::uint32_t start, std::size_t maxBytes) {
  Determinising determinising{rows, maxBytes};
  const std::optional<std::uint32_t> first = determinising.from(start);
  if (!first) return std::nullopt;
  return automatonFrom(determinising.finished(), *first);
}

}  // namespace

std::optional<Automaton> determinised(const Nfa& nfa, std::size_t maxBytes) {
  RowTable rows;
  const std::uint32_t end = rows.intern(true, {});
  std::vector<std::uint32_t> rowOf(nfa.states.size(), RowTable::Dead);
  std::vector<Edge> edges;
  for (const std::uint32_t state : successorsFirst(nfa)) {
    edges.clear();
    bool accepts = false;
    for (const Nfa::Edge& edge : nfa.edgesOf(state)) {
      const std::uint32_t target = edge.target == Nfa::End ? end : rowOf[edge.target];
      if (target == RowTable::Dead) continue;
      if (edge.seen == 0) {
        accepts = addRow(rows, target, edges) || accepts;
        continue;
      }
      const WordId rest = nfa.words.parentOf(edge.seen);
      // The last symbol is the nearest to the target: build from there to the front.
      std::uint32_t row = target;
      WordId word = edge.seen;
      for (WordId next = rest; next != 0; word = next, next = nfa.words.parentOf(next)) {
        const Edge link{nfa.words.lastOf(word), row};
        row = rows.intern(false, {&link, 1});
      }
      edges.push_back({nfa.words.lastOf(word), row});
    }
    normalise(edges);
    rowOf[state] = rows.intern(accepts, edges);
    if (rows.bytes() > maxBytes) return std::nullopt;
  }
  return finish(rows, nfa.states.empty() ? RowTable::Dead : rowOf[0], maxBytes);
}

Automaton automatonOf(const WordTable& words, std::span<const WordId> accepting) {
  std::vector<bool> accepts(words.size(), false);
  for (const WordId word : accepting) accepts[word] = true;
  // Children have larger numbers than their parents: backwards, each word is complete when it is come to.
  std::vector<std::vector<Edge>> children(words.size());
  RowTable rows;
  for (WordId word = static_cast<WordId>(words.size()); word-- > 0;) {
    std::vector<Edge>& edges = children[word];
    normalise(edges);
    const std::uint32_t row = rows.intern(accepts[word], edges);
    edges = {};
    if (word == 0) return automatonFrom(rows, row);
    if (row != RowTable::Dead) children[words.parentOf(word)].push_back({words.lastOf(word), row});
  }
  return {};
}

Automaton relabelled(const Automaton& automaton, std::span<const Symbol> symbols) {
  if (automaton.nodes.empty()) return {};
  RowTable rows;
  std::vector<std::uint32_t> rowOf(automaton.nodes.size());
  std::vector<Edge> edges;
  for (const std::uint32_t node : successorsFirst(automaton)) {
    edges.clear();
    bool accepts = automaton.nodes[node].accepts;
    for (const Edge& edge : automaton.edgesOf(node)) {
      const Symbol symbol = symbols[edge.symbol];
      if (symbol == 0) {
        accepts = addRow(rows, rowOf[edge.target], edges) || accepts;
      } else if (rowOf[edge.target] != RowTable::Dead) {
        edges.push_back({symbol, rowOf[edge.target]});
      }
    }
    normalise(edges);
    rowOf[node] = rows.intern(accepts, edges);
  }
  return *finish(rows, rowOf[0], static_cast<std::size_t>(-1));
}

}  // namespace conform::explorer
