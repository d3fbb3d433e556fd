#include "checker/compare/claims.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "model/explorer/operations.hpp"
#include "model/kernels/Tensor.hpp"

namespace conform {
namespace {

bool sameNumbers(const Numbers& expected, const Contents& contents) {
  const std::size_t count = contents.bytes.size() * 8 / bitsOf(contents.type);
  if (expected.size() != count) return false;
  const Tensor tensor{{contents.type, {static_cast<std::uint32_t>(count)}}, contents.bytes};
  for (std::size_t i = 0; i < count; ++i) {
    const double real = tensor.real(i);
    const bool bothNaN = real != real && expected[i].real != expected[i].real;
    if (!bothNaN && real != expected[i].real) return false;
  }
  return true;
}

bool matches(const ExpectedValue& expected, const Value& value) {
  if (std::holds_alternative<AnyValue>(expected)) return true;
  if (std::holds_alternative<Undefined>(expected)) return std::holds_alternative<Undefined>(value);
  if (std::holds_alternative<LostInfo>(expected)) return std::holds_alternative<LostInfo>(value);
  if (const auto* flag = std::get_if<bool>(&expected)) return value == Value{*flag};
  if (const auto* text = std::get_if<std::string>(&expected)) {
    if (const auto* interface = std::get_if<Interface>(&value)) return nameOf(*interface) == *text;
    if (std::holds_alternative<Detached>(value)) return *text == "detached";
    if (std::holds_alternative<Undefined>(value)) return *text == "undefined";
    return value == Value{*text};
  }
  const Numbers& numbers = std::get<Numbers>(expected);
  if (const auto* contents = std::get_if<Contents>(&value)) return sameNumbers(numbers, *contents);
  return value == Value{numbers};
}

bool matches(const ExpectedOutcome& expected, const Outcome& outcome) {
  if (expected.kind != outcome.kind) return false;
  if (expected.kind == OutcomeKind::Rejected || expected.kind == OutcomeKind::Throws)
    return expected.error == outcome.error;
  if (expected.kind == OutcomeKind::Resolved || expected.kind == OutcomeKind::Returns)
    return matches(expected.value, outcome.value);
  return true;
}

struct Run {
  std::map<Name, Outcome> outcomes;
  std::vector<std::string> log;

  const Outcome& of(const Name& name) const {
    static const Outcome notRun{};
    const auto found = outcomes.find(name);
    return found == outcomes.end() ? notRun : found->second;
  }
};

bool isSubsequence(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  std::size_t at = 0;
  for (const std::string& entry : whole) at += at < part.size() && part[at] == entry ? 1 : 0;
  return at == part.size();
}

}  // namespace

std::vector<std::string> wrongClaims(const Scenario&, const Claim& claim, const AllowedOutcomes& allowed,
                                     std::size_t limit) {
  std::vector<std::string> wrong;
  std::vector<Run> runs;
  explorer::forEachWord(allowed.automaton(), [&](const explorer::Word& word) {
    Run run;
    for (const explorer::Symbol symbol : word) {
      const Observation& observation = allowed.observation(symbol);
      if (observation.kind == Observation::Kind::Settled || observation.kind == Observation::Kind::Marked)
        run.log.push_back(observation.name);
      if (observation.kind != Observation::Kind::Marked && observation.kind != Observation::Kind::Device)
        run.outcomes[observation.name] = observation.outcome;
    }
    runs.push_back(std::move(run));
    return runs.size() < limit;
  });
  for (const auto& [name, expected] : claim.names) {
    std::vector<bool> used(expected.size(), false);
    for (const Run& run : runs) {
      bool found = false;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        if (matches(expected[i], run.of(name))) found = used[i] = true;
      }
      if (!found) {
        wrong.push_back(name + " may be otherwise: " + std::string{nameOf(run.of(name).kind)});
        break;
      }
    }
    if (!claim.ambiguous && std::ranges::find(used, false) != used.end())
      wrong.push_back(name + ": a claimed outcome never happens");
  }
  if (claim.outcomes) {
    std::vector<JointOutcome> joint = *claim.outcomes;
    if (claim.ambiguous && claim.byDefault) joint = {*claim.byDefault};
    std::vector<bool> used(joint.size(), false);
    for (const Run& run : runs) {
      bool found = false;
      for (std::size_t i = 0; i < joint.size(); ++i) {
        const bool all =
            std::ranges::all_of(joint[i], [&](const auto& one) { return matches(one.second, run.of(one.first)); });
        if (all) found = used[i] = true;
      }
      if (!found) {
        wrong.push_back("a joint outcome that is not claimed");
        break;
      }
    }
    if (std::ranges::find(used, false) != used.end()) wrong.push_back("a claimed joint outcome never happens");
  }
  if (claim.order) {
    for (const auto& part : *claim.order) {
      for (const Run& run : runs) {
        if (isSubsequence(part, run.log)) continue;
        wrong.push_back("the order does not hold in every run");
        break;
      }
    }
  }
  return wrong;
}

}  // namespace conform
