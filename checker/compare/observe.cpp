#include "checker/compare/observe.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "checker/export/JavaScriptWriter.hpp"
#include "model/kernels/Tensor.hpp"
#include "model/kernels/tolerance.hpp"

namespace conform {
namespace {

std::string plain(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

/// Empty: they are the same within the tolerance.
std::string difference(const Scenario& scenario, const Name& name, const Contents& allowed, const Contents& seen) {
  if (allowed.bytes == seen.bytes && allowed.type == seen.type) return {};
  if (allowed.type != seen.type) {
    return "the elements are " + std::string{nameOf(seen.type)} + ", not " + std::string{nameOf(allowed.type)};
  }
  if (allowed.bytes.size() != seen.bytes.size()) {
    return std::to_string(seen.bytes.size()) + " bytes, not " + std::to_string(allowed.bytes.size());
  }
  const std::size_t count = allowed.bytes.size() * 8 / bitsOf(allowed.type);
  const OperandDescriptor descriptor{allowed.type, {static_cast<std::uint32_t>(count)}};
  const Tolerance tolerance = toleranceFor(scenario, name);
  const auto mismatch = firstMismatch(Tensor{descriptor, seen.bytes}, Tensor{descriptor, allowed.bytes}, {}, tolerance,
                                      scenario.strictZeroSign, count);
  if (!mismatch) return {};
  const bool inUlp = tolerance.kind == Tolerance::Kind::ULP;
  std::string text =
      "element " + std::to_string(mismatch->index) + " is " + mismatch->actual + ", not " + mismatch->expected;
  if (mismatch->distance > 0 && mismatch->distance < 1e18) {
    text += ": " + plain(mismatch->distance) + (inUlp ? " ULP" : "") + " apart, allowed " + plain(tolerance.value);
  }
  return text;
}

}  // namespace

Tolerance toleranceFor(const Scenario& scenario, const Name& name) {
  for (const Name& key : {name, Name{}}) {
    if (const auto found = scenario.tolerance.find(key); found != scenario.tolerance.end()) return found->second;
  }
  return {};
}

std::string textOf(const Observation& observation) {
  std::ostringstream out;
  out << (observation.name.empty() ? "(unnamed)" : observation.name);
  if (observation.kind == Observation::Kind::Marked) return out.str() + " (mark)";
  if (observation.kind == Observation::Kind::Device) return out.str();
  const Outcome& outcome = observation.outcome;
  out << ' ' << nameOf(outcome.kind);
  if (outcome.kind == OutcomeKind::Rejected || outcome.kind == OutcomeKind::Throws) {
    out << ' ' << nameOf(outcome.error);
  } else if (const auto* contents = std::get_if<Contents>(&outcome.value)) {
    const auto count = static_cast<std::uint32_t>(contents->bytes.size() * 8 / bitsOf(contents->type));
    const Tensor tensor{{contents->type, {count}}, contents->bytes};
    out << ' ' << listText(count, [&](std::size_t i) { return elementText(tensor, i); });
  } else if (const auto* numbers = std::get_if<Numbers>(&outcome.value)) {
    out << ' ' << listText(numbers->size(), [&](std::size_t i) { return javascript::number((*numbers)[i]); });
  } else if (const auto* interface = std::get_if<Interface>(&outcome.value)) {
    out << ' ' << nameOf(*interface);
  } else if (const auto* text = std::get_if<std::string>(&outcome.value)) {
    out << ' ' << *text;
  } else if (const auto* flag = std::get_if<bool>(&outcome.value)) {
    out << (*flag ? " true" : " false");
  } else if (std::holds_alternative<Detached>(outcome.value)) {
    out << " detached";
  }
  return out.str();
}

std::vector<std::string> textsOf(const Observations& observations) {
  std::vector<std::string> texts;
  for (const Observation& observation : observations) texts.push_back(textOf(observation));
  return texts;
}

std::vector<std::string> textsOf(const AllowedOutcomes& outcomes, const explorer::Word& word) {
  std::vector<std::string> texts;
  for (const explorer::Symbol symbol : word) texts.push_back(textOf(outcomes.observation(symbol)));
  return texts;
}

std::string listText(std::size_t count, const std::function<std::string(std::size_t)>& element) {
  constexpr std::size_t most = 8;
  std::string text = "[";
  for (std::size_t i = 0; i < std::min(count, most); ++i) text += (i == 0 ? "" : ", ") + element(i);
  return text + (count > most ? ", ...]" : "]");
}

Fit fit(const Scenario& scenario, const Observation& allowed, const Observation& seen, bool anyValue) {
  using explorer::Likeness;
  if (allowed.name != seen.name) return {};
  if (allowed.kind != seen.kind) {
    // A promise that is pending and one that settled are two fates of the same promise.
    const auto isFate = [](Observation::Kind kind) {
      return kind == Observation::Kind::Settled || kind == Observation::Kind::Pending;
    };
    return {isFate(allowed.kind) && isFate(seen.kind) ? Likeness::Alike : Likeness::Other, false, {}};
  }
  if (allowed.kind == Observation::Kind::Marked || allowed.kind == Observation::Kind::Device)
    return {Likeness::Same, false, {}};
  if (allowed.outcome.kind != seen.outcome.kind || allowed.outcome.error != seen.outcome.error)
    return {Likeness::Alike, false, {}};
  const auto* a = std::get_if<Contents>(&allowed.outcome.value);
  const auto* b = std::get_if<Contents>(&seen.outcome.value);
  const bool areContents = a != nullptr && b != nullptr;
  std::string detail = areContents ? difference(scenario, seen.name, *a, *b) : "";
  if (areContents ? detail.empty() : allowed.outcome.value == seen.outcome.value) return {Likeness::Same, false, {}};
  if (anyValue) return {Likeness::Same, true, std::move(detail)};
  return {Likeness::Alike, false, std::move(detail)};
}

explorer::Followed followObserved(const AllowedOutcomes& outcomes, const Observations& observed) {
  std::set<explorer::Symbol> symbols;
  for (const auto& edge : outcomes.automaton().edges) symbols.insert(edge.symbol);
  std::vector<std::vector<explorer::Symbol>> events;
  for (const Observation& seen : observed) {
    events.emplace_back();
    for (const explorer::Symbol symbol : symbols) {
      const Fit found = fit(outcomes.scenario(), outcomes.observation(symbol), seen, outcomes.isUnspecified(symbol));
      if (found.likeness == explorer::Likeness::Same) events.back().push_back(symbol);
    }
  }
  return explorer::follow(outcomes.automaton(), std::span<const std::vector<explorer::Symbol>>{events});
}

}  // namespace conform
