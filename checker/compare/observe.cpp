#include "checker/compare/observe.hpp"

#include <set>
#include <sstream>

#include "model/kernels/Tensor.hpp"

namespace conform {
namespace {

bool sameContents(const Contents& a, const Contents& b) {
  if (a.bytes == b.bytes) return true;
  if (a.type != b.type || a.bytes.size() != b.bytes.size() || !isFloat(a.type)) return false;
  const OperandDescriptor descriptor{a.type, {static_cast<std::uint32_t>(a.bytes.size() * 8 / bitsOf(a.type))}};
  return Tensor{descriptor, a.bytes}.reals() == Tensor{descriptor, b.bytes}.reals();  // -0 equals 0.
}

bool same(const Observation& allowed, const Observation& seen, bool anyValue) {
  if (allowed.kind != seen.kind || allowed.name != seen.name) return false;
  if (allowed.kind == Observation::Kind::Marked || allowed.kind == Observation::Kind::Device) return true;
  if (allowed.outcome.kind != seen.outcome.kind || allowed.outcome.error != seen.outcome.error) return false;
  if (anyValue) return true;
  const auto* a = std::get_if<Contents>(&allowed.outcome.value);
  const auto* b = std::get_if<Contents>(&seen.outcome.value);
  return a != nullptr && b != nullptr ? sameContents(*a, *b) : allowed.outcome.value == seen.outcome.value;
}

}  // namespace

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
    out << " [";
    for (std::uint32_t i = 0; i < count && i < 8; ++i) out << (i ? ", " : "") << tensor.real(i);
    out << (count > 8 ? ", ...]" : "]");
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

explorer::Followed followObserved(const AllowedOutcomes& outcomes, const Observations& observed) {
  std::set<explorer::Symbol> symbols;
  for (const auto& edge : outcomes.automaton().edges) symbols.insert(edge.symbol);
  std::vector<std::vector<explorer::Symbol>> events;
  for (const Observation& seen : observed) {
    events.emplace_back();
    for (const explorer::Symbol symbol : symbols) {
      if (same(outcomes.observation(symbol), seen, outcomes.isUnspecified(symbol))) events.back().push_back(symbol);
    }
  }
  return explorer::follow(outcomes.automaton(), std::span<const std::vector<explorer::Symbol>>{events});
}

}  // namespace conform
