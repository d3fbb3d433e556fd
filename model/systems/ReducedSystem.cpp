#include "model/systems/ReducedSystem.hpp"

#include <algorithm>

namespace conform {
namespace {

using Do = Command::Do;
using Move = Transition::Kind;

bool isRelease(const Entry& entry) {
  return entry.kind == Entry::Kind::ReleaseTensor || entry.kind == Entry::Kind::ReleaseGraph;
}
bool settles(const Entry& entry) {
  return entry.promise != 0;
}

}  // namespace

ReducedSystem::ReducedSystem(Machine& machine, WrongRule wrong)
    : machine_(machine),
      wrong_(wrong),
      reduces_(machine.world.program.contexts.size() <= 14 && !machine.world.deviceLevel &&
               !machine.world.program.usesPollution),
      first_(machine.bytes()) {
  const Program& program = machine.world.program;
  suffixes_.resize(program.pieces.size());
  for (std::size_t piece = program.pieces.size(); piece-- > 1;) {
    suffixes_[piece].assign(program.pieces[piece].commands.size() + 1, 0);
  }
  // Pieces refer to pieces that come later or earlier in the table: until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t piece = 1; piece < program.pieces.size(); ++piece) {
      const auto& commands = program.pieces[piece].commands;
      for (std::size_t i = commands.size(); i-- > 0;) {
        const Effects effects = suffixes_[piece][i + 1] | effectsOf(commands[i]);
        changed = changed || effects != suffixes_[piece][i];
        suffixes_[piece][i] = effects;
      }
    }
  }
}

// ---- What script may still do ----

ReducedSystem::Effects ReducedSystem::suffix(std::uint8_t piece, std::size_t from) const {
  return piece == 0 ? 0 : suffixes_[piece][std::min(from, suffixes_[piece].size() - 1)];
}

ReducedSystem::Effects ReducedSystem::effectsOf(const Command& c) const {
  const Reading& semantics = machine_.world.program.semantics;
  switch (c.what) {
    case Do::CreateContext:
    case Do::CreateTensor:
    case Do::CreateConstantTensor:
    case Do::ReadTensor:
    case Do::Build:
      return Appends;
    case Do::Dispatch:
      return semantics.graphLost ? Appends : 0;
    case Do::Destroy:
      if (c.on.kind == Thing::Kind::Context) return of(Loses, c.context);
      return c.on.kind == Thing::Kind::Tensor && semantics.dropsDispatches
                 ? of(Drops, machine_.world.program.tensors[c.tensor].context)
                 : 0;
    case Do::ContextLost:
      return Appends | of(Loses, c.context);
    case Do::DeviceLost:
      return Appends | of(Loses, c.context) | of(Fails, c.context);
    case Do::DeviceFail:
    case Do::FailNext:
      return of(Fails, c.context);
    case Do::Pause:
    case Do::Resume:
    case Do::Drain:
    case Do::RunTimeline:
      return wrong_ == WrongRule::ControlIsNotCounted ? 0 : of(Controls, c.context);
    case Do::Await:
    case Do::Turn:
    case Do::Settle:
      return suffix(c.piece, 0);
    case Do::Then:
    case Do::Microtask:
      if (wrong_ == WrongRule::ReactionsAreNotCounted) return 0;
      return suffix(machine_.world.program.reactions[c.reaction].piece, 0);
    default:
      return 0;
  }
}

ReducedSystem::Effects ReducedSystem::scriptEffects() {
  World& world = machine_.world;
  const Program& program = world.program;
  Effects effects = suffix(world.piece(), world.pc()) | suffix(world.waiting(), 0) | suffix(world.turn(), 0);
  for (std::uint8_t task = 0; task < program.tasks.size(); ++task) {
    if (!world.bit(world.layout().taskBits, task)) effects |= suffix(program.tasks[task], 0);
  }
  if (wrong_ == WrongRule::ReactionsAreNotCounted) return effects;
  const auto count = [&](const StateList& reactions) {
    for (std::uint8_t i = 0; i < reactions.size(); ++i) effects |= suffix(program.reactions[reactions[i]].piece, 0);
  };
  count(world.microtasks());
  for (std::uint8_t promise = 1; promise < program.promises.size(); ++promise) {
    if (program.promises[promise].reactions != 0) count(world.reactions(promise));
  }
  return effects;
}

ReducedSystem::Effects ReducedSystem::eventEffects() {
  World& world = machine_.world;
  Effects effects = 0;
  for (std::uint8_t event = 0; event < world.program.anytime.size(); ++event) {
    if (!world.bit(world.layout().eventBits, event)) effects |= effectsOf(world.program.anytime[event]);
  }
  const StateList tasks = world.mlTasks();
  for (std::uint8_t i = 0; i < tasks.size(); ++i) {
    const MlTask& task = world.program.mlTasks[tasks[i]];
    if (task.kind == MlTask::Kind::Lose) effects |= of(Loses, task.context);
  }
  return effects;
}

// ---- Timelines ----

/// Whether it uses up an injected failure.
bool ReducedSystem::consumes(const Entry& entry) const {
  return machine_.world.program.usesFailures && !isRelease(entry);
}

bool ReducedSystem::mayFail(std::uint8_t context, Effects effects) {
  World& world = machine_.world;
  if (!world.program.usesFailures) return false;
  if ((world.context(context) & World::DeviceFailed) != 0 || (effects & of(Fails, context)) != 0) return true;
  for (unsigned operation = 0; operation < 6; ++operation) {
    if (world.failNext(context, static_cast<FailNext::Operation>(operation)) != 0) return true;
  }
  return false;
}

bool ReducedSystem::isLocal(std::uint8_t context, std::size_t place, Effects effects) {
  // Whoever may still pause a timeline, or run so many of its entries, counts them.
  if ((effects & of(Controls, context)) != 0) return false;
  World& world = machine_.world;
  const StateList timeline = world.timeline(context);
  const Entry& entry = world.program.entries[timeline[place * 2]];
  const std::uint8_t stage = timeline[place * 2 + 1];
  if (isRelease(entry) || stage == World::Dropped) return true;

  const Reading& semantics = world.semantics();
  const bool isLost = world.isLost(context);
  const bool mayBecomeLost = !isLost && (effects & of(Loses, context)) != 0;
  const bool isSettled = settles(entry) && !world.isPending(entry.promise);
  if (stage == World::Waiting && semantics.dropsDispatches && wrong_ != WrongRule::CancellationIsIgnored) {
    const bool canBeDropped = entry.kind == Entry::Kind::Compute ||
                              (semantics.dropsReadsAndWrites &&
                               ((entry.kind == Entry::Kind::Read && wrong_ != WrongRule::CancelledReadsAreSettled) ||
                                entry.kind == Entry::Kind::Write));
    if (canBeDropped && (mayBecomeLost || (effects & of(Drops, context)) != 0)) return false;
  }
  const bool acts = !isLost && (stage == World::Waiting || stage == World::Copying);
  if (acts && consumes(entry)) {
    if ((effects & of(Fails, context)) != 0 && wrong_ != WrongRule::FailuresAreNotCounted) return false;
    // Which of several is hit is a race where they are not ordered.
    if (semantics.dependencyOrder && mayFail(context, effects) && wrong_ != WrongRule::ComputesDoNotRace) return false;
  }
  if (entry.kind == Entry::Kind::Write) return true;
  if (entry.kind == Entry::Kind::Compute) {
    if (isLost || !semantics.graphLost || !mayFail(context, effects)) return true;
    return wrong_ == WrongRule::FailingComputeIsLocal ||
           (wrong_ == WrongRule::ComputeGuardIsInvisible && !mayFail(context, 0));
  }
  if (acts) return true;
  // It appends. Nobody can tell if the task will do nothing.
  if (isSettled && (!entry.isByob || wrong_ == WrongRule::SettledReadsIntoBuffersDoNothing)) return true;
  const bool isCreation = entry.kind == Entry::Kind::CreateTensor || entry.kind == Entry::Kind::Build;
  if (wrong_ == WrongRule::CreationsAreHeldForEventsOnly && isCreation)
    return (eventEffects() & of(Loses, context)) == 0;
  return wrong_ == WrongRule::CreationsAreEager && isCreation;
}

bool ReducedSystem::guardsMatter(std::uint8_t context) {
  World& world = machine_.world;
  if (world.isLost(context)) return false;
  const Reading& semantics = world.semantics();
  const StateList timeline = world.timeline(context);
  for (std::size_t place = 0; place * 2 < timeline.size(); ++place) {
    const Entry& entry = world.program.entries[timeline[place * 2]];
    switch (entry.kind) {
      case Entry::Kind::Compute:
        if (semantics.dropsDispatches && wrong_ != WrongRule::CancellationIsIgnored) return true;
        if (semantics.graphLost && world.program.usesFailures && wrong_ != WrongRule::ComputeGuardIsInvisible)
          return true;
        break;
      case Entry::Kind::Read:
        if (entry.isByob) return true;
        if (!world.isPending(entry.promise)) break;
        if (semantics.pendingReadsOnDestroy == PendingReads::Complete && wrong_ != WrongRule::ReadGuardIsInvisible)
          return true;
        break;
      case Entry::Kind::CreateTensor:
      case Entry::Kind::CreateConstantTensor:
      case Entry::Kind::Build:
        if (world.isPending(entry.promise) && !semantics.rejectsCreationsOnLoss) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

bool ReducedSystem::dropsAny(std::uint8_t tensor) {
  World& world = machine_.world;
  const Reading& semantics = world.semantics();
  if (!semantics.dropsDispatches || wrong_ == WrongRule::CancellationIsIgnored) return false;
  const StateList timeline = world.timeline(world.program.tensors[tensor].context);
  for (std::size_t place = 0; place * 2 < timeline.size(); ++place) {
    const Entry& entry = world.program.entries[timeline[place * 2]];
    if (timeline[place * 2 + 1] != World::Waiting) continue;
    const bool inCompute = std::ranges::find(entry.inputs, tensor) != entry.inputs.end() ||
                           std::ranges::find(entry.outputs, tensor) != entry.outputs.end();
    if (entry.kind == Entry::Kind::Compute && inCompute) return true;
    if (wrong_ == WrongRule::CancelledReadsAreSettled && entry.kind == Entry::Kind::Read) continue;
    if (semantics.dropsReadsAndWrites && entry.tensor == tensor &&
        (entry.kind == Entry::Kind::Read || entry.kind == Entry::Kind::Write))
      return true;
  }
  return false;
}

/// Whether anything but script may still append to the event loop's queue.
bool ReducedSystem::anythingAppends() {
  scratch_.clear();
  machine_.timelineTransitions(scratch_);
  machine_.eventTransitions(scratch_);
  return !scratch_.empty();
}

// ---- Script ----

bool ReducedSystem::loses(const Command& c) const {
  return c.what == Do::Destroy && c.on.kind == Thing::Kind::Context;
}

/// Whether the command changes what a timeline is about to do, or appends to the queue that timelines append to.
bool ReducedSystem::conflicts(const Command& c) {
  World& world = machine_.world;
  switch (c.what) {
    case Do::Destroy:
      if (loses(c)) return wrong_ != WrongRule::DestroyContextIsLocal && guardsMatter(c.context);
      return c.on.kind == Thing::Kind::Tensor && dropsAny(c.tensor);
    case Do::ContextLost:
      return anythingAppends();
    case Do::DeviceLost:
      return anythingAppends() || !world.timeline(c.context).empty();
    case Do::DeviceFail:
      return !world.timeline(c.context).empty();
    case Do::Pause:
    case Do::Resume:
    case Do::Drain:
    case Do::RunTimeline:
      return wrong_ != WrongRule::ControlIsNotCounted && !world.timeline(c.context).empty();
    case Do::FailNext:
      if (wrong_ == WrongRule::FailuresAreNotCounted) return false;
      return static_cast<FailNext::Operation>(c.number) == FailNext::Operation::createContext
                 ? anythingAppends()
                 : !world.timeline(c.context).empty();
    default:
      return false;
  }
}

// ---- In place ----

/// Whether a queued task would do nothing that anybody could tell.
bool ReducedSystem::isIdle(std::uint8_t row) {
  World& world = machine_.world;
  const MlTask& task = world.program.mlTasks[row];
  switch (task.kind) {
    case MlTask::Kind::Lose:
      return world.isLost(task.context);
    case MlTask::Kind::GraphLost:
      return !world.isPending(task.promise) && (world.graph(task.graph) & World::GraphDestroyed) != 0;
    default:
      break;
  }
  if (world.isPending(task.promise)) return false;
  const PromiseInfo& info = world.program.promises[task.promise];
  const bool isByob = info.kind == PromiseInfo::Kind::ReadInto;
  if (isByob && world.semantics().queuedStepsAbort && world.isLost(world.program.tensors[info.object].context))
    return true;
  if (wrong_ == WrongRule::SettledReadsIntoBuffersDoNothing) return true;
  return !isByob || task.kind != MlTask::Kind::Fulfil || world.promise(task.promise) == World::NoReply;
}

void ReducedSystem::dropIdleTasks() {
  World& world = machine_.world;
  StateList tasks = world.mlTasks();
  for (std::size_t i = 0; i < tasks.size();) {
    if (!isIdle(tasks[i])) {
      ++i;
      continue;
    }
    const MlTask& task = world.program.mlTasks[tasks[i]];
    if (task.promise != 0 && world.promise(task.promise) != World::Fulfilled) world.setValue(task.promise, 0);
    tasks.erase(i);
  }
}

/// One byte string for one situation: what nobody can look at any more is zero.
void ReducedSystem::clean(Effects script) {
  World& world = machine_.world;
  const Program& program = world.program;
  for (std::uint8_t t = 0; t < program.tensors.size(); ++t) {
    StateList pending = world.pendingPromises(t);
    for (std::size_t i = 0; i < pending.size();) {
      if (world.isPending(pending[i])) {
        ++i;
      } else {
        pending.erase(i);
      }
    }
  }
  if (wrong_ == WrongRule::DestroyedTensorsAreEmpty) {
    for (std::uint8_t t = 0; t < program.tensors.size(); ++t) {
      if (world.isDestroyed(t)) world.setContents(t, 0);
    }
  }
  if ((script & Appends) != 0) return;
  for (std::uint8_t c = 0; c < program.contexts.size(); ++c) {
    const StateList timeline = world.timeline(c);
    bool isRead = false;
    for (std::size_t place = 0; place * 2 < timeline.size(); ++place) {
      const Entry& entry = program.entries[timeline[place * 2]];
      isRead = isRead || (entry.kind == Entry::Kind::Read && (entry.isByob || world.isPending(entry.promise)) &&
                          timeline[place * 2 + 1] == World::Waiting);
    }
    if (isRead) continue;
    for (std::uint8_t t = 0; t < program.tensors.size(); ++t) {
      if (program.tensors[t].context != c) continue;
      world.setContents(t, 0);
      world.tensor(t) &= static_cast<std::uint8_t>(~World::Errored);
    }
  }
}

/// Writes and dispatches of a lost context do nothing: the wrong rule takes them out wherever they are.
bool ReducedSystem::dropDeadWork(std::uint8_t context) {
  World& world = machine_.world;
  if (!world.isLost(context)) return false;
  StateList timeline = world.timeline(context);
  for (std::size_t place = 0; place * 2 < timeline.size(); ++place) {
    const Entry::Kind kind = world.program.entries[timeline[place * 2]].kind;
    if (kind != Entry::Kind::Write && kind != Entry::Kind::Compute) continue;
    timeline.erase(place * 2, 2);
    return true;
  }
  return false;
}

bool ReducedSystem::settleOnce() {
  World& world = machine_.world;
  dropIdleTasks();
  const Effects script = scriptEffects();
  const Effects effects = script | eventEffects();
  for (std::uint8_t c = 0; c < world.program.contexts.size(); ++c) {
    if (isPaused(c)) continue;
    if (wrong_ == WrongRule::DeadWorkIsDropped && dropDeadWork(c)) return true;
    for (std::size_t place = 0; place * 2 < world.timeline(c).size(); ++place) {
      if (!mayAct(world, c, place) || !isLocal(c, place, effects)) continue;
      act(world, c, place);
      return true;
    }
  }
  if (world.piece() != 0) {
    const Command& command = world.program.pieces[world.piece()].commands[world.pc()];
    if (conflicts(command) || (loses(command) && wrong_ != WrongRule::DestroyContextIsLocal)) return false;
    runCommand(world);
    return true;
  }
  if (!world.microtasks().empty()) {
    runMicrotask(world);
    return true;
  }
  // The only thing that can happen at all.
  scratch_.clear();
  machine_.scriptTransitions(scratch_);
  machine_.timelineTransitions(scratch_);
  machine_.eventTransitions(scratch_);
  if (scratch_.empty() && world.waiting() != 0) scratch_.push_back({Move::Settle, 0, 0});
  if (scratch_.size() != 1 || scratch_.front().kind == Move::Event) return false;
  if (scratch_.front().kind == Move::MlTask && world.program.mlTasks[world.mlTasks()[0]].kind == MlTask::Kind::Lose)
    return false;
  machine_.fire(scratch_.front());
  return true;
}

void ReducedSystem::settle() {
  if (!reduces_) return;
  while (settleOnce()) {
  }
  clean(scriptEffects());
}

// ---- Branching ----

void ReducedSystem::everything() {
  isAll_ = true;
  ends_ = machine_.allTransitions(transitions_);
}

void ReducedSystem::branches() {
  World& world = machine_.world;
  transitions_.clear();
  ends_ = isAll_ = false;
  if (!reduces_) return everything();
  if (world.piece() != 0) {
    if (conflicts(world.program.pieces[world.piece()].commands[world.pc()])) return everything();
    return machine_.scriptTransitions(transitions_);
  }
  if (!world.mlTasks().empty()) {
    const MlTask& head = world.program.mlTasks[world.mlTasks()[0]];
    if (head.kind == MlTask::Kind::Lose && guardsMatter(head.context) && wrong_ != WrongRule::LoseIsPickedAlone)
      return everything();
    return machine_.scriptTransitions(transitions_);
  }
  machine_.timelineTransitions(transitions_);
  if (wrong_ == WrongRule::ContextsDoNotRace && !transitions_.empty()) {
    const std::uint8_t first = transitions_.front().index;
    std::erase_if(transitions_, [&](const Transition& one) { return one.index != first; });
  }
  const std::size_t completions = transitions_.size();
  if (wrong_ != WrongRule::EventsDoNotRace || completions == 0) machine_.eventTransitions(transitions_);
  const bool onlyEvents = completions == 0;
  const bool tasksMatter = (scriptEffects() != 0 && wrong_ != WrongRule::TasksNeverRaceCompletions) ||
                           (onlyEvents && (wrong_ != WrongRule::OnlyLossesBranch || transitions_.empty()));
  if (tasksMatter) {
    transitions_.clear();
    return everything();
  }
  if (onlyEvents && wrong_ == WrongRule::OnlyLossesBranch && !transitions_.empty()) return;
}

// ---- For the audit ----

bool ReducedSystem::runsInPlace(const Transition& transition) {
  return reduces_ && transition.kind == Move::Timeline &&
         isLocal(transition.index, transition.place, scriptEffects() | eventEffects());
}

ReducedSystem::Branching ReducedSystem::branching() {
  branches();
  if (reduces_ && machine_.world.piece() == 0 && !machine_.world.microtasks().empty()) {  // Run in place, always.
    transitions_.clear();
    machine_.scriptTransitions(transitions_);
    isAll_ = false;
  }
  return {transitions_, isAll_};
}

void ReducedSystem::canonicalise() {
  if (!reduces_) return;
  dropIdleTasks();
  if (wrong_ == WrongRule::DeadWorkIsDropped) {
    for (std::uint8_t c = 0; c < machine_.world.program.contexts.size(); ++c) {
      while (dropDeadWork(c)) {
      }
    }
  }
  clean(scriptEffects());
}

void ReducedSystem::initial(explorer::EdgeSink& sink) {
  do {
    machine_.load(first_);
    machine_.world.seen.clear();
    settle();
    sink.edge(machine_.bytes(), machine_.world.seen);
  } while (machine_.world.nextChoices());
}

void ReducedSystem::expand(explorer::Bytes state, explorer::EdgeSink& sink) {
  machine_.load(state);
  branches();
  const bool ends = ends_ && !(wrong_ == WrongRule::LossMustHappen && !transitions_.empty());
  machine_.tell(state, std::vector<Transition>{transitions_}, ends, sink, [&](const Transition&) { settle(); });
}

}  // namespace conform
