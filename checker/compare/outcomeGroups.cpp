#include "checker/compare/outcomeGroups.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "model/explorer/operations.hpp"

namespace conform {
namespace {

std::vector<explorer::Symbol> with(std::vector<explorer::Symbol> rest, explorer::Symbol symbol) {
  rest.insert(std::ranges::upper_bound(rest, symbol), symbol);
  return rest;
}

void assess(OutcomeGroup& group, const AllowedOutcomes& outcomes) {
  for (const explorer::Symbol symbol : group.symbols) {
    const Observation& observation = outcomes.observation(symbol);
    if (observation.kind == Observation::Kind::Pending) ++group.pending;
    if (observation.outcome.kind == OutcomeKind::Rejected || observation.outcome.kind == OutcomeKind::Throws)
      ++group.failed;
  }
}

}  // namespace

OutcomeGroups::OutcomeGroups(const AllowedOutcomes& outcomes, std::size_t bound) : automaton_(outcomes.automaton()) {
  if (automaton_.nodes.empty()) return;
  isGrouped_ = sortOut(bound);
  if (!isGrouped_) {
    groups_.push_back({{}, explorer::count(automaton_)});
    return;
  }
  for (const auto& [symbols, orders] : rests_[0]) assess(groups_.emplace_back(OutcomeGroup{symbols, orders}), outcomes);
  // Of several that are as common, the one that fails least.
  const auto usual = std::ranges::max_element(groups_, {}, [](const OutcomeGroup& group) {
    return std::tuple{group.orders, -static_cast<int>(group.pending), -static_cast<int>(group.failed)};
  });
  std::swap(*usual, groups_.back());
  std::sort(groups_.begin(), groups_.end() - 1, [](const OutcomeGroup& a, const OutcomeGroup& b) {
    return std::tuple{b.pending, b.failed, a.orders, a.symbols} < std::tuple{a.pending, a.failed, b.orders, b.symbols};
  });
}

bool OutcomeGroups::sortOut(std::size_t bound) {
  rests_.resize(automaton_.nodes.size());
  std::size_t entries = 0;
  for (const std::uint32_t node : explorer::successorsFirst(automaton_)) {
    auto& rests = rests_[node];
    if (automaton_.nodes[node].accepts) rests[{}] += 1;
    for (const explorer::Automaton::Edge& edge : automaton_.edgesOf(node)) {
      for (const auto& [rest, orders] : rests_[edge.target]) {
        rests[with(rest, edge.symbol)] += orders;
        if (entries + rests.size() > bound) return false;
      }
    }
    entries += rests.size();
  }
  return true;
}

bool OutcomeGroups::walk(std::uint32_t node, const Rest& rest, explorer::Word& word,
                         const std::function<bool(const explorer::Word&)>& take) const {
  if (rest.empty()) return take(word);
  for (const explorer::Automaton::Edge& edge : automaton_.edgesOf(node)) {
    Rest less = rest;
    const auto at = std::ranges::find(less, edge.symbol);
    if (at == less.end()) continue;
    less.erase(at);
    if (!rests_[edge.target].contains(less)) continue;
    word.push_back(edge.symbol);
    if (!walk(edge.target, less, word, take)) return false;
    word.pop_back();
  }
  return true;
}

void OutcomeGroups::forEach(const std::function<bool(std::size_t, const explorer::Word&)>& take) const {
  if (!isGrouped_) {
    explorer::forEachWord(automaton_, [&](const explorer::Word& word) { return take(0, word); });
    return;
  }
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    explorer::Word word;
    if (!walk(0, groups_[group].symbols, word, [&](const explorer::Word& one) { return take(group, one); })) return;
  }
}

std::optional<explorer::Word> OutcomeGroups::outcome(std::size_t number) const {
  std::optional<explorer::Word> found;
  forEach([&](std::size_t, const explorer::Word& word) {
    if (number > 1) return --number > 0;
    if (number == 1) found = word;
    return false;
  });
  return found;
}

}  // namespace conform
