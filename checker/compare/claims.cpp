#include "checker/compare/claims.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "checker/compare/observe.hpp"
#include "checker/export/JavaScriptWriter.hpp"
#include "model/explorer/operations.hpp"
#include "model/kernels/Tensor.hpp"
#include "model/kernels/castNumber.hpp"
#include "model/kernels/tolerance.hpp"

namespace conform {
namespace {

/// What was claimed of the name, rounded to the type, within the scenario's tolerance.
bool sameNumbers(const Scenario& scenario, const Name& name, const Numbers& expected, const Contents& contents) {
  const std::size_t count = expected.size();  // Of int4, bytes alone do not tell whether the last half is used.
  if (contents.bytes.size() != (count * bitsOf(contents.type) + 7) / 8) return false;
  const OperandDescriptor descriptor{contents.type, {static_cast<std::uint32_t>(count)}};
  Tensor claimed{descriptor};
  std::vector<std::uint64_t> patterns;
  std::vector<double> unrounded;
  for (const Number& number : expected) {
    patterns.push_back(castNumber(contents.type, number).patterns()[0]);
    if (isFloat(contents.type)) unrounded.push_back(number.real);
  }
  claimed.storePatterns(patterns);
  return !firstMismatch(Tensor{descriptor, contents.bytes}, claimed, unrounded, toleranceFor(scenario, name),
                        scenario.strictZeroSign, count);
}

bool matches(const Scenario& scenario, const Name& name, const ExpectedValue& expected, const Value& value) {
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
  if (const auto* contents = std::get_if<Contents>(&value)) return sameNumbers(scenario, name, numbers, *contents);
  return value == Value{numbers};
}

/// So many joint outcomes are compared; more than that is said, never passed over.
constexpr std::size_t maxJoint = 200'000;

std::string textOf(const ExpectedOutcome& expected) {
  std::string text{nameOf(expected.kind)};
  if (expected.kind == OutcomeKind::Rejected || expected.kind == OutcomeKind::Throws)
    return text + " " + std::string{nameOf(expected.error)};
  if (const auto* word = std::get_if<std::string>(&expected.value)) return text + " " + *word;
  if (const auto* numbers = std::get_if<Numbers>(&expected.value))
    return text + " " + listText(numbers->size(), [&](std::size_t i) { return javascript::number((*numbers)[i]); });
  return text;
}

std::string textOf(const JointOutcome& joint) {
  std::string text;
  for (const auto& [name, expected] : joint) text += (text.empty() ? "" : ", ") + name + " " + textOf(expected);
  return text;
}

bool isInLog(const Observation& observation) {
  return observation.kind == Observation::Kind::Settled || observation.kind == Observation::Kind::Marked;
}

bool isOfName(const Observation& observation) {
  return observation.kind != Observation::Kind::Marked && observation.kind != Observation::Kind::Device;
}

class ClaimCheck {
 public:
  explicit ClaimCheck(const AllowedOutcomes& outcomes) : outcomes_(outcomes), automaton_(outcomes.automaton()) {
    order_ = explorer::successorsFirst(automaton_);
    std::ranges::reverse(order_);
  }

  /// What these names can come to together: a symbol for each, 0 where nothing was seen of it. Nothing: too many.
  std::optional<std::set<explorer::Word>> joint(const std::vector<Name>& names) const {
    std::vector<std::set<explorer::Word>> at(automaton_.nodes.size());
    std::set<explorer::Word> ends;
    if (!at.empty()) at[0].insert(explorer::Word(names.size(), 0));
    std::size_t alive = 1;
    for (const std::uint32_t node : order_) {
      if (automaton_.nodes[node].accepts) ends.insert(at[node].begin(), at[node].end());
      for (const auto& edge : automaton_.edgesOf(node)) {
        const Observation& observation = outcomes_.observation(edge.symbol);
        const auto found = isOfName(observation) ? std::ranges::find(names, observation.name) : names.end();
        for (explorer::Word seen : at[node]) {
          if (found != names.end()) seen[static_cast<std::size_t>(found - names.begin())] = edge.symbol;
          alive += at[edge.target].insert(std::move(seen)).second;
        }
        if (alive > maxJoint) return std::nullopt;
      }
      alive -= at[node].size();
      at[node].clear();
    }
    return ends;
  }

  const Outcome& outcomeOf(explorer::Symbol symbol) const {
    static const Outcome notRun{};
    return symbol == 0 ? notRun : outcomes_.observation(symbol).outcome;
  }

  std::string textOf(const std::vector<Name>& names, const explorer::Word& seen) const {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
      text += (text.empty() ? "" : ", ");
      text += seen[i] == 0 ? names[i] + " notRun" : conform::textOf(outcomes_.observation(seen[i]));
    }
    return text;
  }

  /// Whether the sequence is a subsequence of every run's observations that `counts`.
  template <class Counts>
  bool holdsInEveryRun(const std::vector<std::string>& sequence, const Counts& counts) const {
    std::vector<std::set<std::size_t>> at(automaton_.nodes.size());
    if (!at.empty()) at[0].insert(0);
    for (const std::uint32_t node : order_) {
      for (const std::size_t position : at[node]) {
        if (automaton_.nodes[node].accepts && position < sequence.size()) return false;
        for (const auto& edge : automaton_.edgesOf(node)) {
          const Observation& observation = outcomes_.observation(edge.symbol);
          const bool isNext =
              position < sequence.size() && counts(observation) && observation.name == sequence[position];
          at[edge.target].insert(position + isNext);
        }
      }
    }
    return true;
  }
  const Scenario& scenario() const { return outcomes_.scenario(); }

 private:
  const AllowedOutcomes& outcomes_;
  const explorer::Automaton& automaton_;
  std::vector<std::uint32_t> order_;  ///< Each node in front of its successors.
};

void checkName(const ClaimCheck& check, const Name& name, const std::vector<ExpectedOutcome>& expected,
               bool alsoThatEachHappens, std::vector<std::string>& wrong) {
  const auto seen = check.joint({name});
  if (!seen) return wrong.push_back(name + ": too many outcomes to check the claim");
  std::vector<bool> used(expected.size(), false);
  for (const explorer::Word& one : *seen) {
    bool found = false;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (matches(check.scenario(), name, expected[i], check.outcomeOf(one[0]))) found = used[i] = true;
    }
    if (!found) wrong.push_back("allowed, but not claimed: " + check.textOf({name}, one));
  }
  for (std::size_t i = 0; i < expected.size() && alsoThatEachHappens; ++i) {
    if (!used[i]) wrong.push_back("claimed, but never happens: " + name + " " + textOf(expected[i]));
  }
}

void checkJoint(const ClaimCheck& check, const std::vector<JointOutcome>& claimed, std::vector<std::string>& wrong) {
  std::set<Name> all;
  for (const JointOutcome& joint : claimed) {
    for (const auto& [name, expected] : joint) all.insert(name);
  }
  const std::vector<Name> names{all.begin(), all.end()};
  const auto seen = check.joint(names);
  if (!seen) return wrong.push_back("too many joint outcomes to check the claim");
  std::vector<bool> used(claimed.size(), false);
  for (const explorer::Word& one : *seen) {
    bool found = false;
    for (std::size_t i = 0; i < claimed.size(); ++i) {
      bool isIt = true;
      for (std::size_t n = 0; n < names.size() && isIt; ++n) {
        const auto expected = claimed[i].find(names[n]);
        isIt = expected == claimed[i].end() ||
               matches(check.scenario(), names[n], expected->second, check.outcomeOf(one[n]));
      }
      if (isIt) found = used[i] = true;
    }
    if (!found) wrong.push_back("allowed, but not claimed: " + check.textOf(names, one));
  }
  for (std::size_t i = 0; i < claimed.size(); ++i) {
    if (!used[i]) wrong.push_back("claimed, but never happens: " + textOf(claimed[i]));
  }
}

template <class Counts>
void checkSequences(const ClaimCheck& check, const std::string& what, const std::vector<std::vector<std::string>>& all,
                    const Counts& counts, std::vector<std::string>& wrong) {
  for (const std::vector<std::string>& sequence : all) {
    if (check.holdsInEveryRun(sequence, counts)) continue;
    std::string text;
    for (const std::string& one : sequence) text += (text.empty() ? "" : ", ") + one;
    wrong.push_back("the " + what + " " + text + " does not hold in every run");
  }
}

}  // namespace

bool matches(const Scenario& scenario, const Name& name, const ExpectedOutcome& expected, const Outcome& outcome) {
  if (expected.kind != outcome.kind) return false;
  if (expected.kind == OutcomeKind::Rejected || expected.kind == OutcomeKind::Throws)
    return expected.error == outcome.error;
  if (expected.kind == OutcomeKind::Resolved || expected.kind == OutcomeKind::Returns)
    return matches(scenario, name, expected.value, outcome.value);
  return true;
}

std::vector<std::string> wrongClaims(const Claim& claim, const AllowedOutcomes& outcomes,
                                     const AllowedOutcomes* withDevice) {
  std::vector<std::string> wrong;
  const ClaimCheck check{outcomes};
  for (const auto& [name, expected] : claim.names) checkName(check, name, expected, !claim.ambiguous, wrong);
  if (claim.outcomes) {
    const bool onlyDefault = claim.ambiguous && claim.byDefault;
    checkJoint(check, onlyDefault ? std::vector{*claim.byDefault} : *claim.outcomes, wrong);
  }
  if (claim.order) checkSequences(check, "order", *claim.order, isInLog, wrong);
  if (claim.trace && withDevice != nullptr) {
    checkSequences(
        ClaimCheck{*withDevice}, "device trace", *claim.trace,
        [](const Observation& observation) { return observation.kind == Observation::Kind::Device; }, wrong);
  }
  return wrong;
}

}  // namespace conform
