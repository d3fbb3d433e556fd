#include "tests/systems/audit.hpp"

#include <algorithm>

#include "model/explorer/operations.hpp"

namespace conform {
namespace {

using Move = Transition::Kind;

struct Collector final : explorer::EdgeSink {
  void edge(explorer::Bytes successor, explorer::Seen) override { successors.emplace_back(successor); }
  void end(explorer::Seen) override {}
  std::vector<std::string> successors;
};

/// The full system, begun in any of several states, each with what was seen on the way to it.
struct From {
  FullSystem& full;
  const std::vector<std::pair<explorer::Word, std::string>>& roots;
  void initial(explorer::EdgeSink& sink) const {
    for (const auto& [seen, state] : roots) sink.edge(state, seen);
  }
  void expand(explorer::Bytes state, explorer::EdgeSink& sink) const { full.expand(state, sink); }
};

}  // namespace

std::vector<Audit::Step> Audit::identified(const std::vector<Transition>& moves) {
  World& world = machine_.world;
  std::vector<Step> steps;
  for (const Transition& move : moves) {
    Step step{move, 0};
    if (move.kind == Move::Timeline) step.row = world.timeline(move.index)[move.place * 2U];
    if (move.kind == Move::MlTask) step.row = world.mlTasks()[0];
    steps.push_back(step);
  }
  return steps;
}

std::vector<Audit::Step> Audit::stepsOf(const std::string& state) {
  machine_.load(state);
  std::vector<Transition> moves;
  machine_.scriptTransitions(moves);
  machine_.timelineTransitions(moves);
  machine_.eventTransitions(moves);
  return identified(moves);
}

const Audit::Step* Audit::find(const std::vector<Step>& steps, const Step& wanted) const {
  const auto found = std::ranges::find_if(steps, [&](const Step& step) {
    return step.move.kind == wanted.move.kind && step.move.index == wanted.move.index && step.row == wanted.row;
  });
  return found == steps.end() ? nullptr : &*found;
}

Audit::Reached Audit::after(const std::string& state, const Step& step) {
  Reached reached;
  do {
    machine_.load(state);
    machine_.world.seen.clear();
    machine_.fire(step.move);
    reached.emplace_back(machine_.world.seen, machine_.bytes());
  } while (machine_.world.nextChoices());
  return reached;
}

/// One step, and the other where it is still possible.
Audit::Reached Audit::inOrder(const std::string& state, const Step& first, const Step& second) {
  Reached all;
  for (auto& [seen, between] : after(state, first)) {
    const std::vector<Step> steps = stepsOf(between);
    const Step* then = find(steps, second);
    if (then == nullptr) {
      all.emplace_back(std::move(seen), std::move(between));
      continue;
    }
    for (auto& [more, end] : after(between, *then)) {
      Word word = seen;
      word.insert(word.end(), more.begin(), more.end());
      all.emplace_back(std::move(word), std::move(end));
    }
  }
  std::ranges::sort(all);
  return all;
}

Audit::Reached Audit::canonical(Reached reached) {
  for (auto& [seen, state] : reached) {
    machine_.load(state);
    rules_.canonicalise();
    state = std::string{machine_.bytes()};
  }
  std::ranges::sort(reached);
  return reached;
}

bool Audit::haveTheSameFutures(const Reached& a, const Reached& b) {
  ++futuresCompared_;
  From first{full_, a}, second{full_, b};
  const explorer::Limits limits;
  return explorer::explore(first, explorer::Method::LogOnEdges, limits).automaton ==
         explorer::explore(second, explorer::Method::LogOnEdges, limits).automaton;
}

std::string Audit::nameOf(const std::string& state, const Step& step) {
  machine_.load(state);
  World& world = machine_.world;
  const Program& program = world.program;
  switch (step.move.kind) {
    case Move::Script: {
      const Command& command = program.pieces[world.piece()].commands[world.pc()];
      return program.pieces[world.piece()].title + " step " + std::to_string(world.pc()) + " " +
             command.step->place.pointer;
    }
    case Move::Timeline:
      return program.entries[step.row].label + " on " + program.contexts[step.move.index].name;
    case Move::Event:
      return "event " + std::to_string(step.move.index);
    case Move::MlTask:
      return "the queued task " + std::to_string(step.row);
    default:
      return "a move of kind " + std::to_string(static_cast<int>(step.move.kind));
  }
}

/// Where it is still possible behind the other.
bool Audit::isLocalBehind(const std::string& state, const Step& step, const Step& other) {
  return std::ranges::all_of(after(state, other), [&](const auto& reached) {
    const std::vector<Step> steps = stepsOf(reached.second);
    const Step* still = find(steps, step);
    return still == nullptr || rules_.runsInPlace(still->move);
  });
}

void Audit::auditPair(const std::string& state, const Step& step, const Step& other, bool staysLocal) {
  ++pairs_;
  if (staysLocal && !isLocalBehind(state, step, other)) {
    // It has become another action, one that can be told: then it must make no difference whether it ran before.
    const Reached with = inOrder(state, step, other);
    if (!haveTheSameFutures(after(state, other), with))
      alarms_.push_back(nameOf(state, step) + " is local, but not behind " + nameOf(state, other));
    return;
  }
  const Reached one = inOrder(state, step, other), two = inOrder(state, other, step);
  if (one == two || canonical(one) == canonical(two) || haveTheSameFutures(one, two)) return;
  alarms_.push_back(nameOf(state, step) + " does not commute with " + nameOf(state, other));
}

void Audit::auditCanonicalForm(const std::string& state) {
  machine_.load(state);
  rules_.canonicalise();
  const std::string form{machine_.bytes()};
  if (form != state && !haveTheSameFutures({{{}, state}}, {{{}, form}}))
    alarms_.emplace_back("a canonical form has another future than its state");
}

void Audit::auditState(const std::string& state) {
  auditCanonicalForm(state);
  const std::vector<Step> all = stepsOf(state);
  std::vector<Step> local;
  for (const Step& step : all) {
    machine_.load(state);
    if (rules_.runsInPlace(step.move)) local.push_back(step);
  }
  for (const Step& step : local) {
    for (const Step& other : all) {
      if (find({step}, other) == nullptr) auditPair(state, step, other, true);
    }
  }
  if (!local.empty()) return;
  machine_.load(state);
  const ReducedSystem::Branching branching = rules_.branching();
  if (branching.isAll) return;
  machine_.load(state);
  const std::vector<Step> first = identified(branching.transitions);
  for (const Step& step : first) {
    for (const Step& other : all) {
      if (find(first, other) == nullptr) auditPair(state, step, other, false);
    }
  }
}

std::vector<std::string> Audit::run(std::size_t states) {
  std::vector<std::string> queue{std::string{machine_.bytes()}};
  std::unordered_set<std::string> known{queue.front()};
  for (std::size_t at = 0; at < queue.size() && at < states; ++at) {
    const std::string state = queue[at];
    Collector collector;
    full_.expand(state, collector);
    for (std::string& successor : collector.successors) {
      if (known.insert(successor).second) queue.push_back(std::move(successor));
    }
    auditState(state);
  }
  return std::move(alarms_);
}

}  // namespace conform
