#include "model/systems/FullSystem.hpp"

#include <algorithm>
#include <set>

namespace conform {

using Move = Transition::Kind;

void Machine::scriptTransitions(std::vector<Transition>& all) {
  if (world.piece() != 0) return all.push_back({Move::Script, 0, 0});
  if (!world.microtasks().empty()) return all.push_back({Move::Microtask, 0, 0});
  if (!world.mlTasks().empty()) all.push_back({Move::MlTask, 0, 0});
  if (world.has(World::DocumentIsGone)) return;
  for (std::uint8_t task = 0; task < world.program.tasks.size(); ++task) {
    if (world.bit(world.layout().taskBits, task)) continue;
    all.push_back({Move::Task, task, 0});
    if (world.granularity.tasksInOrder) break;
  }
  if (world.turn() != 0) all.push_back({Move::Turn, 0, 0});
}

void Machine::timelineTransitions(std::vector<Transition>& all) {
  for (std::uint8_t c = 0; c < world.program.contexts.size(); ++c) {
    if ((world.context(c) & World::Paused) != 0) continue;
    const std::size_t places = world.timeline(c).size() / 2;
    if (places == 0) continue;
    if (!world.semantics().dependencyOrder) {
      all.push_back({Move::Timeline, c, 0});
      continue;
    }
    for (std::size_t place = 0; place < places; ++place) {
      if (mayAct(world, c, place)) all.push_back({Move::Timeline, c, static_cast<std::uint8_t>(place)});
    }
  }
  for (std::uint8_t c = 0; c < world.program.contexts.size(); ++c) {
    if (world.bit(world.layout().makingContexts, c)) all.push_back({Move::MakeContext, c, 0});
  }
}

void Machine::eventTransitions(std::vector<Transition>& all) {
  for (std::uint8_t event = 0; event < world.program.anytime.size(); ++event) {
    if (!world.bit(world.layout().eventBits, event)) all.push_back({Move::Event, event, 0});
  }
}

bool Machine::allTransitions(std::vector<Transition>& all) {
  scriptTransitions(all);
  timelineTransitions(all);
  const bool isQuiescent = all.empty();
  if (isQuiescent && world.waiting() != 0) all.push_back({Move::Settle, 0, 0});
  const bool ends = all.empty();
  eventTransitions(all);
  return ends;
}

bool Machine::isQuiescent() {
  std::vector<Transition> all;
  scriptTransitions(all);
  timelineTransitions(all);
  return all.empty();
}

void Machine::fire(const Transition& transition) {
  switch (transition.kind) {
    case Move::Script:
      return runCommand(world);
    case Move::Microtask:
      return runMicrotask(world);
    case Move::MlTask:
      return runMlTask(world);
    case Move::Task:
      world.setBit(world.layout().taskBits, transition.index);
      start(world, world.program.tasks[transition.index]);
      while (world.granularity.wholeTasks && world.piece() == world.program.tasks[transition.index]) runCommand(world);
      return;
    case Move::Turn:
      return start(world, std::exchange(world.turn(), std::uint8_t{0}));
    case Move::Settle:
      return start(world, std::exchange(world.waiting(), std::uint8_t{0}));
    case Move::Timeline:
      return act(world, transition.index, transition.place);
    case Move::MakeContext:
      return contextIsMade(world, transition.index);
    case Move::Event:
      world.setBit(world.layout().eventBits, transition.index);
      return happen(world, world.program.anytime[transition.index]);
  }
}

void Machine::seePending() {
  for (const std::uint16_t name : world.program.observed) {
    const std::uint8_t promise = world.program.promiseOfName[name];
    const std::uint8_t state = world.promise(promise);
    if (state != World::IsPending && state != World::NoReply) continue;
    // Reached: its observation waits on the promise.
    for (std::uint8_t i = 0; i < world.reactions(promise).size(); ++i) {
      const ReactionInfo& reaction = world.program.reactions[world.reactions(promise)[i]];
      if (reaction.kind == ReactionInfo::Kind::Observe && reaction.name == name) world.see(Seen::Kind::Pending, name);
    }
  }
}

std::optional<std::string> Machine::setUp() {
  world.bytes = {};
  world.isSettingUp = true;
  std::vector<Transition> all;
  std::optional<std::string> failure;
  std::set<std::uint16_t> made;  // By the steps so far: what a later step makes is not there yet.
  for (const Command& command : world.program.pieces[1].commands) {
    for (const std::uint16_t name : command.needs) {
      if (!made.contains(name)) failure = "\"" + world.program.names[name] + "\" is not there";
    }
    made.insert(command.name);
    made.insert(command.names.begin(), command.names.end());
    world.threw = false;
    runCommand(world, command);
    if (world.threw) failure = "the step at " + command.step->place.pointer + " throws";
    while (true) {
      all.clear();
      if (!world.microtasks().empty()) {
        runMicrotask(world);
        continue;
      }
      if (!world.mlTasks().empty()) all.push_back({Move::MlTask, 0, 0});
      timelineTransitions(all);
      if (all.empty()) break;
      fire(all.front());
    }
    if (command.givesPromise && command.what != Command::Do::GetLost &&
        world.promise(command.promise) != World::Fulfilled) {
      failure = "\"" + world.program.names[command.name] + "\" of the set-up is not fulfilled";
    }
    if (failure) break;
  }
  for (std::uint8_t p = 1; p < world.program.promises.size(); ++p) {
    // What constants were made of stays.
    if (world.program.promises[p].kind != PromiseInfo::Kind::Data) world.setValue(p, 0);
  }
  world.isSettingUp = false;
  world.seen.clear();
  if (!failure) start(world, 2);
  return failure;
}

void FullSystem::initial(explorer::EdgeSink& sink) {
  sink.edge(first_, {});
}

void FullSystem::expand(explorer::Bytes state, explorer::EdgeSink& sink) {
  machine_.load(state);
  transitions_.clear();
  const bool ends = machine_.allTransitions(transitions_);
  machine_.tell(state, transitions_, ends, sink, [&](const Transition& transition) {
    if (told != nullptr) told->push_back(transition);
  });
}

}  // namespace conform
