#include "checker/compare/differences.hpp"

#include <algorithm>

#include "checker/compare/observe.hpp"
#include "model/explorer/operations.hpp"
#include "model/spec/Table.hpp"

namespace conform {
namespace {

using explorer::Aligned;

/// So many alternatives are told, and narrated, at one point.
constexpr std::size_t maxAlternatives = 6;
/// States that may be searched for the step of an alternative.
constexpr std::size_t maxStates = 200'000;

explorer::Word wordOf(std::span<const Aligned> places) {
  explorer::Word word;
  for (const Aligned& place : places) {
    if (place.symbol != 0) word.push_back(place.symbol);
  }
  return word;
}

class Finder {
 public:
  Finder(const AllowedOutcomes& outcomes, const Observations& observed) : outcomes_(outcomes), observed_(observed) {}

  Differences find() {
    const std::vector<Aligned> places =
        explorer::nearest(outcomes_.automaton(), observed_.size(),
                          [&](std::size_t event, explorer::Symbol symbol) { return fitOf(event, symbol).likeness; });
    Differences found;
    found.nearest = wordOf(places);
    for (const Aligned& place : places) {
      const bool isWrong = place.event && place.symbol != 0 && !place.fits;
      if (isWrong && found.wrongContents == 0 && !fitOf(*place.event, place.symbol).detail.empty())
        found.wrongContents = place.symbol;
      if (!place.fits) continue;
      const Fit fit = fitOf(*place.event, place.symbol);
      if (!fit.isUnspecified) continue;
      found.isUnspecified = true;
      found.unspecified +=
          (found.unspecified.empty() ? "" : "; ") + textOf(observed_[*place.event]) + " (" + fit.detail + ")";
    }
    for (std::size_t i = 0; i < places.size();) {
      if (places[i].fits) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < places.size() && !places[end].fits) ++end;
      found.list.push_back(tell(places, i, end, found.list.empty()));
      i = end;
    }
    return found;
  }

 private:
  Fit fitOf(std::size_t event, explorer::Symbol symbol) const {
    return fit(outcomes_.scenario(), outcomes_.observation(symbol), observed_[event], outcomes_.isUnspecified(symbol));
  }

  Difference tell(const std::vector<Aligned>& places, std::size_t begin, std::size_t end, bool isFirst) {
    Difference difference;
    difference.at = 0;
    for (std::size_t i = 0; i < begin; ++i) difference.at += places[i].event.has_value();
    for (std::size_t i = begin; i < end; ++i) {
      if (!places[i].event) continue;
      difference.seen += (difference.seen.empty() ? "" : ", ") + textOf(observed_[*places[i].event]);
      if (places[i].symbol != 0 && difference.detail.empty())
        difference.detail = fitOf(*places[i].event, places[i].symbol).detail;
    }
    if (difference.seen.empty()) {
      difference.seen = difference.at < observed_.size() ? textOf(observed_[difference.at]) : "the end of the run";
    }

    const std::uint32_t node = places[begin].node;
    const explorer::Word prefix = wordOf({places.data(), begin});
    explorer::Symbol first = 0;  // What the nearest run has here.
    for (std::size_t i = begin; i < end && first == 0; ++i) first = places[i].symbol;
    difference.allowed = alternativesAt(outcomes_, prefix, node, first, !isFirst && first != 0);
    return difference;
  }

  const AllowedOutcomes& outcomes_;
  const Observations& observed_;
};

/// The step that would lead to this symbol here: of a shortest run that goes on with it.
CitedStep stepOf(const AllowedOutcomes& outcomes, const explorer::Word& prefix, std::uint32_t node,
                 explorer::Symbol symbol) {
  const auto target = outcomes.automaton().next(node, symbol);
  if (!target) return {};
  explorer::Word word = prefix;
  word.push_back(symbol);
  for (const explorer::Symbol next : explorer::shortestFrom(outcomes.automaton(), *target)) word.push_back(next);
  return decidingStep(outcomes.narrate(word, maxStates), prefix.size());
}

}  // namespace

std::vector<Alternative> alternativesAt(const AllowedOutcomes& outcomes, const explorer::Word& prefix,
                                        std::uint32_t node, explorer::Symbol first, bool onlyFirst) {
  std::vector<explorer::Symbol> symbols;
  if (first != 0) symbols.push_back(first);
  for (const auto& edge : outcomes.automaton().edgesOf(node)) {
    if (!onlyFirst && edge.symbol != first) symbols.push_back(edge.symbol);
  }
  std::vector<Alternative> alternatives;
  for (const explorer::Symbol symbol : symbols) {
    if (alternatives.size() == maxAlternatives) {
      alternatives.push_back({"... and " + std::to_string(symbols.size() - maxAlternatives) + " more", {}});
      break;
    }
    alternatives.push_back({textOf(outcomes.observation(symbol)), stepOf(outcomes, prefix, node, symbol)});
  }
  if (outcomes.automaton().nodes[node].accepts) alternatives.push_back({"the end of the run", {}});
  return alternatives;
}

std::vector<Choice> choicesAlong(const AllowedOutcomes& outcomes, const explorer::Word& word) {
  const explorer::Automaton& automaton = outcomes.automaton();
  std::vector<Choice> choices;
  std::uint32_t node = 0;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    Choice choice{i, {}};
    std::size_t left = 0;
    for (const auto& edge : automaton.edgesOf(node)) {
      if (i < word.size() && edge.symbol == word[i]) continue;
      if (choice.others.size() < maxAlternatives) {
        choice.others.push_back(textOf(outcomes.observation(edge.symbol)));
      } else {
        ++left;
      }
    }
    if (left != 0) choice.others.push_back("... and " + std::to_string(left) + " more");
    if (i < word.size() && automaton.nodes[node].accepts) choice.others.emplace_back("the end of the run");
    if (!choice.others.empty()) choices.push_back(std::move(choice));
    if (i == word.size()) break;
    const auto next = automaton.next(node, word[i]);
    if (!next) break;
    node = *next;
  }
  return choices;
}

CitedStep decidingStep(const std::vector<NarratedStep>& narration, std::size_t index) {
  for (const NarratedStep& line : narration) {
    if (index >= line.observations.size()) {
      index -= line.observations.size();
      continue;
    }
    const auto decided = line.observations[index].decidedBy;
    if (!decided) return {};
    const NarratedStep& step = narration[*decided];
    return {step.anchor, step.number, std::string{stepText(step.anchor, step.number)}};
  }
  return {};
}

Differences differences(const AllowedOutcomes& outcomes, const Observations& observed) {
  if (outcomes.automaton().nodes.empty()) return {};
  return Finder{outcomes, observed}.find();
}

}  // namespace conform
