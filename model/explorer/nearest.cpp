// What was observed, beside the allowed word that is nearest to it: the longest common prefix first, then the fewest
// edits (a shortest path, by buckets).
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "model/explorer/operations.hpp"

namespace conform::explorer {
namespace {

constexpr std::uint32_t none = 0xffffffff;

/// A situation: so many events are behind us, and we are at this node.
struct Place {
  std::uint32_t event, node;
};

class Alignment {
 public:
  Alignment(const Automaton& automaton, std::size_t events, const std::function<Likeness(std::size_t, Symbol)>& compare,
            std::size_t maxPairs)
      : automaton_(automaton), events_(static_cast<std::uint32_t>(events)), compare_(compare), maxPairs_(maxPairs) {}

  std::vector<Aligned> find() {
    std::vector<std::uint32_t> frontier = longestPrefix();
    for (const std::uint32_t record : frontier) {
      if (isEnd(records_[record].place)) return pathTo(record);
    }
    const std::size_t prefix = records_.size();
    if (const auto end = shortest(frontier)) return pathTo(*end);
    records_.resize(prefix);
    return pathTo(giveUp(frontier.front()));
  }

 private:
  struct Record {
    Place place;
    std::uint32_t parent;
    Aligned step;  ///< From the parent to here.
  };

  bool isEnd(Place place) const { return place.event == events_ && automaton_.nodes[place.node].accepts; }

  std::uint32_t add(Place place, std::uint32_t parent, Symbol symbol, bool takesEvent, bool fits) {
    Aligned step;
    if (takesEvent) step.event = place.event - 1;
    step.symbol = symbol;
    step.node = parent == none ? 0 : records_[parent].place.node;
    step.fits = fits;
    records_.push_back({place, parent, step});
    return static_cast<std::uint32_t>(records_.size() - 1);
  }

  /// The records of all places behind the longest prefix.
  std::vector<std::uint32_t> longestPrefix() {
    std::vector<std::uint32_t> frontier{add({0, 0}, none, 0, false, true)};
    for (std::uint32_t event = 0; event < events_; ++event) {
      std::vector<std::uint32_t> next;
      std::unordered_map<std::uint32_t, bool> reached;
      for (const std::uint32_t from : frontier) {
        for (const Automaton::Edge& edge : automaton_.edgesOf(records_[from].place.node)) {
          if (compare_(event, edge.symbol) != Likeness::Same || !reached.emplace(edge.target, true).second) continue;
          next.push_back(add({event + 1, edge.target}, from, edge.symbol, true, true));
        }
      }
      if (next.empty()) break;
      frontier = std::move(next);
    }
    return frontier;
  }

  std::optional<std::uint32_t> shortest(const std::vector<std::uint32_t>& frontier) {
    std::unordered_map<std::uint64_t, bool> done;
    std::vector<std::vector<std::uint32_t>> buckets{frontier};
    const auto push = [&](std::size_t cost, std::uint32_t record) {
      if (buckets.size() <= cost) buckets.resize(cost + 1);
      buckets[cost].push_back(record);
    };
    for (std::size_t cost = 0; cost < buckets.size(); ++cost) {
      for (std::size_t i = 0; i < buckets[cost].size(); ++i) {
        const std::uint32_t at = buckets[cost][i];
        const Place place = records_[at].place;
        if (!done.emplace(std::uint64_t{place.event} << 32 | place.node, true).second) continue;
        if (isEnd(place)) return at;
        if (records_.size() > maxPairs_) return std::nullopt;
        for (const Automaton::Edge& edge : automaton_.edgesOf(place.node)) {
          if (place.event == events_) break;
          const Likeness likeness = compare_(place.event, edge.symbol);
          if (likeness == Likeness::Other) continue;
          const bool fits = likeness == Likeness::Same;
          push(cost + (fits ? 0 : 1), add({place.event + 1, edge.target}, at, edge.symbol, true, fits));
        }
        for (const Automaton::Edge& edge : automaton_.edgesOf(place.node))
          push(cost + 1, add({place.event, edge.target}, at, edge.symbol, false, false));
        if (place.event < events_) push(cost + 1, add({place.event + 1, place.node}, at, 0, true, false));
      }
    }
    return std::nullopt;
  }

  /// None of the events that are left has a counterpart, and the word ends as soon as it can.
  std::uint32_t giveUp(std::uint32_t at) {
    while (records_[at].place.event < events_)
      at = add({records_[at].place.event + 1, records_[at].place.node}, at, 0, true, false);
    for (const Symbol symbol : shortestFrom(automaton_, records_[at].place.node))
      at = add({events_, *automaton_.next(records_[at].place.node, symbol)}, at, symbol, false, false);
    return at;
  }

  std::vector<Aligned> pathTo(std::uint32_t at) const {
    std::vector<Aligned> path;
    for (; records_[at].parent != none; at = records_[at].parent) path.push_back(records_[at].step);
    std::reverse(path.begin(), path.end());
    return path;
  }

  const Automaton& automaton_;
  std::uint32_t events_;
  const std::function<Likeness(std::size_t, Symbol)>& compare_;
  std::size_t maxPairs_;
  std::vector<Record> records_;
};

}  // namespace

Word shortestFrom(const Automaton& automaton, std::uint32_t node) {
  struct Reached {
    std::uint32_t node, parent;
    Symbol symbol;
  };
  std::vector<Reached> reached{{node, none, 0}};
  std::unordered_map<std::uint32_t, bool> seen{{node, true}};
  for (std::size_t at = 0; at < reached.size(); ++at) {
    if (automaton.nodes[reached[at].node].accepts) {
      Word word;
      for (std::size_t i = at; i != 0; i = reached[i].parent) word.push_back(reached[i].symbol);
      std::reverse(word.begin(), word.end());
      return word;
    }
    for (const Automaton::Edge& edge : automaton.edgesOf(reached[at].node)) {
      if (seen.emplace(edge.target, true).second)
        reached.push_back({edge.target, static_cast<std::uint32_t>(at), edge.symbol});
    }
  }
  return {};
}

std::vector<Aligned> nearest(const Automaton& automaton, std::size_t events,
                             const std::function<Likeness(std::size_t, Symbol)>& compare, std::size_t maxPairs) {
  return Alignment{automaton, events, compare, maxPairs}.find();
}

}  // namespace conform::explorer
