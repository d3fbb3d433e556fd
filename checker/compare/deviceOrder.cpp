#include "checker/compare/deviceOrder.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "checker/compare/differences.hpp"
#include "checker/compare/observe.hpp"
#include "model/explorer/operations.hpp"

namespace conform {
namespace {

using explorer::Aligned;
using explorer::Automaton;
using explorer::Symbol;
using explorer::Word;

constexpr std::size_t maxAlternatives = 6;
/// States that may be searched for the step of an alternative.
constexpr std::size_t maxStates = 200'000;

bool isDevice(const Observation& observation) {
  return observation.kind == Observation::Kind::Device;
}

/// A loss releases everything in an order that the draft leaves free; the model takes one, since script cannot see it.
bool isRelease(const Observation& observation) {
  return observation.name.starts_with("released:");
}

/// "done:read" is any "done:read(r)".
bool isOfKind(const std::string& label, const std::string& kind) {
  return label == kind || (kind.find('(') == std::string::npos && label.starts_with(kind + "("));
}

/// The runs in which script sees this, with all device events: an automaton over the same symbols.
Automaton runsOf(const AllowedOutcomes& outcomes, const Observations& script) {
  const Automaton& all = outcomes.automaton();
  Automaton runs;
  if (all.nodes.empty()) return runs;
  const auto fits = [&](Symbol symbol, const Observation& seen) {
    return fit(outcomes.scenario(), outcomes.observation(symbol), seen, outcomes.isUnspecified(symbol)).likeness ==
           explorer::Likeness::Same;
  };
  using Place = std::pair<std::uint32_t, std::size_t>;  // Of the automaton, and of what script saw.
  std::map<Place, std::uint32_t> numbers{{{0, 0}, 0}};
  std::deque<Place> waiting{{0, 0}};
  while (!waiting.empty()) {
    const auto [node, at] = waiting.front();
    waiting.pop_front();
    Automaton::Node made{static_cast<std::uint32_t>(runs.edges.size()), 0,
                         all.nodes[node].accepts && at == script.size()};
    for (const Automaton::Edge& edge : all.edgesOf(node)) {
      const bool ofDevice = isDevice(outcomes.observation(edge.symbol));
      if (!ofDevice && (at == script.size() || !fits(edge.symbol, script[at]))) continue;
      const Place next{edge.target, at + (ofDevice ? 0 : 1)};
      const auto [found, isNew] = numbers.try_emplace(next, static_cast<std::uint32_t>(numbers.size()));
      if (isNew) waiting.push_back(next);
      runs.edges.push_back({edge.symbol, found->second});
      ++made.edgeCount;
    }
    runs.nodes.push_back(made);
  }
  return runs;
}

class Comparison {
 public:
  Comparison(const AllowedOutcomes& outcomes, const Levels& seen, const DeviceTold& told)
      : outcomes_(outcomes), seen_(seen.device) {
    Symbol largest = 0;
    for (const Automaton::Edge& edge : outcomes.automaton().edges) largest = std::max(largest, edge.symbol);
    kept_.resize(largest + std::size_t{1});
    for (const Automaton::Edge& edge : outcomes.automaton().edges) {
      const Observation& event = outcomes.observation(edge.symbol);
      const bool isTold = told.kinds.empty() || std::ranges::any_of(told.kinds, [&](const std::string& kind) {
                            return isOfKind(event.name, kind);
                          });
      if (isDevice(event) && isTold && !isRelease(event)) kept_[edge.symbol] = edge.symbol;
    }
    runs_ = runsOf(outcomes, seen.script);
    orders_ = explorer::relabelled(runs_, kept_);
    if (orders_.nodes.empty()) {
      withScript = false;
      runs_ = outcomes.automaton();
      orders_ = explorer::relabelled(runs_, kept_);
    }
  }

  bool withScript = true;

  bool isAllowed() const {
    if (orders_.nodes.empty()) return false;
    std::vector<std::vector<Symbol>> events;
    for (const Observation& event : seen_) {
      events.emplace_back();
      for (Symbol symbol = 1; symbol < kept_.size(); ++symbol) {
        if (kept_[symbol] != 0 && isOfKind(labelOf(symbol), event.name)) events.back().push_back(symbol);
      }
    }
    return explorer::follow(orders_, std::span<const std::vector<Symbol>>{events}).accepted;
  }

  DeviceOrder tell() const {
    DeviceOrder told;
    told.withScript = withScript;
    if (orders_.nodes.empty()) return told;
    const std::vector<Aligned> places = explorer::nearest(orders_, seen_.size(), [&](std::size_t event, Symbol symbol) {
      return isOfKind(labelOf(symbol), seen_[event].name) ? explorer::Likeness::Same : explorer::Likeness::Other;
    });
    const Word nearest = wordOf(places);
    for (const Symbol symbol : nearest) told.nearest.push_back(labelOf(symbol));
    if (const auto run = runWith(nearest)) told.narration = outcomes_.narrate(*run, maxStates);
    for (std::size_t i = 0; i < places.size();) {
      if (places[i].fits) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < places.size() && !places[end].fits) ++end;
      told.differences.push_back(difference(places, i, end));
      i = end;
    }
    return told;
  }

 private:
  const std::string& labelOf(Symbol symbol) const { return outcomes_.observation(symbol).name; }

  static Word wordOf(std::span<const Aligned> places) {
    Word word;
    for (const Aligned& place : places) {
      if (place.symbol != 0) word.push_back(place.symbol);
    }
    return word;
  }

  Difference difference(const std::vector<Aligned>& places, std::size_t begin, std::size_t end) const {
    Difference difference;
    for (std::size_t i = 0; i < begin; ++i) difference.at += places[i].event.has_value();
    difference.seen = difference.at < seen_.size() ? seen_[difference.at].name : "the end of the run";
    const Word prefix = wordOf({places.data(), begin});
    const std::uint32_t node = places[begin].node;
    for (const Automaton::Edge& edge : orders_.edgesOf(node)) {
      if (difference.allowed.size() == maxAlternatives) {
        difference.allowed.push_back({"... and more", {}});
        break;
      }
      difference.allowed.push_back({labelOf(edge.symbol), stepOf(prefix, edge)});
    }
    if (orders_.nodes[node].accepts) difference.allowed.push_back({"the end of the run", {}});
    // What the nearest run has here is told first, as elsewhere.
    for (std::size_t i = begin; i < end; ++i) {
      if (places[i].symbol == 0) continue;
      const auto is = [&](const Alternative& one) { return one.text == labelOf(places[i].symbol); };
      std::ranges::stable_partition(difference.allowed, is);
      break;
    }
    return difference;
  }

  CitedStep stepOf(Word word, const Automaton::Edge& edge) const {
    const std::size_t wanted = word.size();
    word.push_back(edge.symbol);
    for (const Symbol next : explorer::shortestFrom(orders_, edge.target)) word.push_back(next);
    const auto run = runWith(word);
    if (!run) return {};
    std::size_t index = 0;
    for (std::size_t told = 0; index < run->size(); ++index) {
      if (kept_[(*run)[index]] != 0 && told++ == wanted) break;
    }
    return decidingStep(outcomes_.narrate(*run, maxStates), index);
  }

  /// A shortest run whose told device events are these.
  std::optional<Word> runWith(const Word& events) const {
    using Place = std::pair<std::uint32_t, std::size_t>;
    std::map<Place, std::pair<Place, Symbol>> cameFrom;
    const Place start{0, 0};
    std::deque<Place> waiting{start};
    cameFrom[start] = {start, 0};
    while (!waiting.empty()) {
      const Place place = waiting.front();
      waiting.pop_front();
      const auto [node, at] = place;
      if (runs_.nodes[node].accepts && at == events.size()) {
        Word run;
        for (Place back = place; back != start; back = cameFrom[back].first) run.push_back(cameFrom[back].second);
        std::ranges::reverse(run);
        return run;
      }
      for (const Automaton::Edge& edge : runs_.edgesOf(node)) {
        const bool isTold = kept_[edge.symbol] != 0;
        if (isTold && (at == events.size() || edge.symbol != events[at])) continue;
        const Place next{edge.target, at + (isTold ? 1 : 0)};
        if (cameFrom.try_emplace(next, place, edge.symbol).second) waiting.push_back(next);
      }
    }
    return std::nullopt;
  }

  const AllowedOutcomes& outcomes_;
  const Observations& seen_;
  std::vector<Symbol> kept_;  ///< Each symbol of a device event that is told: itself; others: 0.
  Automaton runs_, orders_;   ///< Whole runs; what the subject can tell of them.
};

}  // namespace

Levels levelsOf(const Observations& observations) {
  Levels levels;
  for (const Observation& one : observations) {
    if (!isDevice(one)) {
      levels.script.push_back(one);
    } else if (!isRelease(one)) {
      levels.device.push_back(one);
    }
  }
  return levels;
}

DeviceOrder deviceOrder(const AllowedOutcomes& outcomes, const Levels& seen, const DeviceTold& told) {
  return Comparison{outcomes, seen, told}.tell();
}

bool allowsDeviceOrder(const AllowedOutcomes& outcomes, const Levels& seen, const DeviceTold& told) {
  const Comparison comparison{outcomes, seen, told};
  return comparison.isAllowed();
}

}  // namespace conform
