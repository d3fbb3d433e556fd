#include "checker/compare/whyNot.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "checker/compare/claims.hpp"
#include "checker/compare/differences.hpp"

namespace conform {
namespace {

/// Along a run that goes along with the outcome: the node, and which of the names have been seen.
struct Situation {
  std::uint32_t node;
  std::set<Name> seen;
  bool operator<(const Situation& other) const { return node != other.node ? node < other.node : seen < other.seen; }
};

bool isOfName(const Observation& observation) {
  return observation.kind != Observation::Kind::Marked && observation.kind != Observation::Kind::Device;
}

}  // namespace

std::variant<IsAllowed, NotAllowed> whyNot(const AllowedOutcomes& outcomes, const JointOutcome& outcome) {
  const explorer::Automaton& automaton = outcomes.automaton();
  std::set<Name> wanted;  // What is expected to be seen at all.
  for (const auto& [name, expected] : outcome) {
    if (expected.kind != OutcomeKind::NotRun) wanted.insert(name);
  }

  // Level by level: the automaton has no cycles, so the last level holds the longest prefixes.
  std::map<Situation, explorer::Word> level;
  if (!automaton.nodes.empty()) level.emplace(Situation{0, {}}, explorer::Word{});
  std::map<Situation, explorer::Word> last;
  while (!level.empty()) {
    std::map<Situation, explorer::Word> next;
    for (const auto& [place, word] : level) {
      if (automaton.nodes[place.node].accepts && place.seen == wanted) return IsAllowed{word};
      for (const auto& edge : automaton.edgesOf(place.node)) {
        const Observation& observation = outcomes.observation(edge.symbol);
        Situation after{edge.target, place.seen};
        if (const auto expected = outcome.find(observation.name); isOfName(observation) && expected != outcome.end()) {
          if (!matches(outcomes.scenario(), observation.name, expected->second, observation.outcome)) continue;
          after.seen.insert(observation.name);
        }
        explorer::Word longer = word;
        longer.push_back(edge.symbol);
        next.emplace(std::move(after), std::move(longer));
      }
    }
    last = std::exchange(level, std::move(next));
  }
  NotAllowed answer;
  if (last.empty()) return answer;
  const auto& [place, word] = *last.begin();
  answer.prefix = word;
  answer.instead = alternativesAt(outcomes, word, place.node);
  std::ranges::set_difference(wanted, place.seen, std::back_inserter(answer.neverSeen));
  return answer;
}

}  // namespace conform
