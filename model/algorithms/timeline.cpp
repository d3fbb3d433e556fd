// The entries of a context's timeline: each is one or two actions, and the check whether the context is lost is part of
// each. A loss may fall between the copy and the step that queues the task.
#include <algorithm>

#include "model/algorithms/algorithms.hpp"

namespace conform {
namespace {

using EntryKind = Entry::Kind;

bool fails(World& world, std::uint8_t context, FailNext::Operation operation) {
  if (!world.program.usesFailures) return false;
  if ((world.context(context) & World::DeviceFailed) != 0) return true;
  std::uint8_t& left = world.failNext(context, operation);
  if (left == 0) return false;
  --left;
  return true;
}

std::uint8_t task(const World& world, const Entry& entry, MlTask::Kind kind) {
  return world.program.mlTask(entry.promise, kind);
}

/// What an entry uses: calls `visit(thing, writes)` with a number for each tensor and each graph.
template <class Visit>
void forEachUse(const World& world, const Entry& entry, const Visit& visit) {
  const auto graph = [&](std::uint8_t g) { return static_cast<unsigned>(world.program.tensors.size()) + g; };
  switch (entry.kind) {
    case EntryKind::Read:
      return visit(entry.tensor, false);
    case EntryKind::Write:
    case EntryKind::CreateTensor:
    case EntryKind::CreateConstantTensor:
    case EntryKind::ReleaseTensor:
      return visit(entry.tensor, true);
    case EntryKind::Compute:
      for (const std::uint8_t t : entry.inputs) visit(t, false);
      for (const std::uint8_t t : entry.outputs) visit(t, true);
      return visit(graph(entry.graph), false);
    case EntryKind::Build:
      for (const std::uint8_t t : entry.inputs) visit(t, false);
      return visit(graph(entry.graph), true);
    case EntryKind::ReleaseGraph:
      return visit(graph(entry.graph), true);
  }
}

bool conflict(const World& world, const Entry& a, const Entry& b) {
  bool found = false;
  forEachUse(world, a, [&](unsigned x, bool writesX) {
    forEachUse(world, b, [&](unsigned y, bool writesY) { found = found || (x == y && (writesX || writesY)); });
  });
  return found;
}

void compute(World& world, const Entry& entry) {
  const Steps step{world.recorder, "dom-mlcontext-dispatch"};
  const bool errors = world.semantics().tensorErrors;
  const auto spoil = [&] {
    if (!errors) return;
    for (const std::uint8_t t : entry.outputs) world.tensor(t) |= World::Errored;
  };
  if (errors &&
      std::ranges::any_of(entry.inputs, [&](std::uint8_t t) { return (world.tensor(t) & World::Errored) != 0; })) {
    return spoil();
  }
  step("8.1.1");
  if (fails(world, entry.context, FailNext::Operation::compute)) {
    spoil();
    if (world.semantics().graphLost) queueMlTask(world, world.program.graphLostOf[entry.graph]);
    return;
  }
  std::vector<Term> inputs;
  for (const std::uint8_t t : entry.inputs) inputs.push_back(world.contents(t));
  for (const GraphInfo::Captured& one : world.program.graphs[entry.graph].captured)
    inputs.push_back(world.value(one.slot));
  for (std::size_t i = 0; i < entry.outputs.size(); ++i) {
    world.setContents(entry.outputs[i], world.program.terms.intern(
                                            {Terms::Kind::Output, entry.graph, static_cast<std::uint32_t>(i), inputs}));
    world.tensor(entry.outputs[i]) &= static_cast<std::uint8_t>(~World::Errored);
  }
}

/// The anchor of an entry that settles a promise, and its steps: the operation, its failure, its success, if aborted.
struct Cited {
  const char *anchor, *operation, *failure, *success, *aborted;
};
Cited citedBy(const Entry& entry) {
  switch (entry.kind) {
    case EntryKind::CreateTensor:
      return {"dom-mlcontext-createtensor", "6.1.1", "6.1.2", "6.1.3", "6.2"};
    case EntryKind::CreateConstantTensor:
      return {"dom-mlcontext-createconstanttensor", "10.1.1", "10.1.2", "10.1.5", "10.2"};
    case EntryKind::Build:
      return {"dom-mlgraphbuilder-build", "18.1.1", "18.1.2", "18.1.4", "18.2"};
    default:
      if (entry.isByob) return {"dom-mlcontext-readtensor-tensor-outputdata", "9.1.1", "9.1.2", "9.1.3", "9.2"};
      return {"dom-mlcontext-readtensor", "8.1.1", "8.1.2", "8.1.3", "8.2"};
  }
}

/// The first action of an entry that settles a promise.
World::Stage operate(World& world, const Entry& entry) {
  switch (entry.kind) {
    case EntryKind::Read:
      if ((world.semantics().tensorErrors && (world.tensor(entry.tensor) & World::Errored) != 0) ||
          fails(world, entry.context, FailNext::Operation::read))
        return World::Failed;
      // Nobody will look at the value of a promise that is settled, unless it goes into a buffer.
      if (world.isPending(entry.promise) || entry.isByob) world.setValue(entry.promise, world.contents(entry.tensor));
      return World::Done;
    case EntryKind::CreateTensor:
    case EntryKind::CreateConstantTensor:
      if (fails(world, entry.context, FailNext::Operation::createTensor)) return World::Failed;
      if (world.program.tensors[entry.tensor].isTooLarge) return World::Failed;
      world.setContents(entry.tensor, world.program.tensors[entry.tensor].initial);
      return entry.kind == EntryKind::CreateTensor ? World::Done : World::Copying;
    default:
      if (fails(world, entry.context, FailNext::Operation::build)) return World::Failed;
      // SPEC ISSUE: no step of the script has looked whether the constants are still there.
      for (const std::uint8_t t : entry.inputs) {
        if ((world.tensor(t) & World::Released) != 0) return World::Failed;
      }
      for (const GraphInfo::Captured& one : world.program.graphs[entry.graph].captured) {
        if (one.fromTensor) world.setValue(one.slot, world.contents(world.program.operands[one.operand].tensor));
      }
      return World::Done;
  }
}

}  // namespace

bool mayAct(World& world, std::uint8_t context, std::size_t place) {
  if (!world.semantics().dependencyOrder) return place == 0;
  StateList timeline = world.timeline(context);
  const Entry& entry = world.program.entries[timeline[place * 2]];
  for (std::size_t earlier = 0; earlier < place; ++earlier) {
    if (conflict(world, world.program.entries[timeline[earlier * 2]], entry)) return false;
  }
  return true;
}

void act(World& world, std::uint8_t context, std::size_t place) {
  StateList timeline = world.timeline(context);
  const Entry& entry = world.program.entries[timeline[place * 2]];
  std::uint8_t& stage = timeline[place * 2 + 1];
  const bool isLost = world.isLost(context);
  const auto finish = [&](const char* what) {
    if (entry.dataSlot != 0) world.setValue(entry.dataSlot, 0);
    world.timeline(context).erase(place * 2, 2);
    world.seeDevice(what, entry);
  };

  switch (entry.kind) {
    case EntryKind::ReleaseTensor: {
      const Steps step{world.recorder, "dom-mltensor-destroy"};
      step("3.1");
      world.setContents(entry.tensor, 0);
      world.tensor(entry.tensor) &= static_cast<std::uint8_t>(~World::Errored);
      world.tensor(entry.tensor) |= World::Released;
      return finish("released");
    }
    case EntryKind::ReleaseGraph:
      return finish("released");
    case EntryKind::Write: {
      const Steps step{world.recorder, "dom-mlcontext-writetensor"};
      if (isLost) return finish("aborted");
      step("7.1.1");
      if (fails(world, context, FailNext::Operation::write)) {
        if (world.semantics().tensorErrors) world.tensor(entry.tensor) |= World::Errored;
      } else {
        world.setContents(entry.tensor, entry.dataSlot == 0 ? entry.term : world.value(entry.dataSlot));
        world.tensor(entry.tensor) &= static_cast<std::uint8_t>(~World::Errored);
      }
      return finish("done");
    }
    case EntryKind::Compute:
      if (stage == World::Dropped) {  // Keeps its place, to spoil its outputs there.
        for (const std::uint8_t t : entry.outputs) world.tensor(t) |= World::Errored;
        world.timeline(context).erase(place * 2, 2);
        return;
      }
      if (isLost) return finish("aborted");
      compute(world, entry);
      return finish("done");
    default:
      break;
  }

  const Cited cited = citedBy(entry);
  const Steps step{world.recorder, cited.anchor};
  if (isLost) {
    step(cited.aborted);
    world.setValue(entry.promise, 0);
    queueMlTask(world, task(world, entry, MlTask::Kind::Abort));
    return finish("aborted");
  }
  if (stage == World::Waiting) {
    step(cited.operation);
    stage = operate(world, entry);
    return;
  }
  if (stage == World::Copying) {
    step("10.1.3");
    const bool failed = fails(world, context, FailNext::Operation::constantCopy);
    if (!failed) world.setContents(entry.tensor, entry.dataSlot == 0 ? entry.term : world.value(entry.dataSlot));
    stage = failed ? World::Failed : World::Done;
    return;
  }
  const bool failed = stage == World::Failed;
  step(failed ? cited.failure : cited.success);
  queueMlTask(world, task(world, entry, failed ? MlTask::Kind::Fail : MlTask::Kind::Fulfil));
  finish("done");
}

void runEntries(World& world, std::uint8_t context, std::size_t count) {
  // The entries that have begun are finished first, each counts as one.
  for (; count > 0 && !world.timeline(context).empty(); --count) {
    std::size_t place = 0;
    StateList timeline = world.timeline(context);
    while (place * 2 < timeline.size() &&
           (timeline[place * 2 + 1] == World::Waiting || timeline[place * 2 + 1] == World::Dropped))
      ++place;
    if (place * 2 == timeline.size()) place = 0;
    const std::uint8_t length = timeline.size();
    while (world.timeline(context).size() == length) act(world, context, place);
  }
}

void contextIsMade(World& world, std::uint8_t context) {
  world.clearBit(world.layout().makingContexts, context);
  const bool fromGPUDevice = world.program.contexts[context].fromGPUDevice;
  const Steps step{world.recorder, fromGPUDevice ? "dom-ml-createcontext-gpudevice" : "dom-ml-createcontext"};
  std::uint8_t promise = 0;
  for (std::uint8_t p = 1; p < world.program.promises.size(); ++p) {
    const PromiseInfo& info = world.program.promises[p];
    if (info.kind == PromiseInfo::Kind::CreateContext && info.object == context) promise = p;
  }
  bool failed = false;
  if (world.program.usesFailures && world.failNextContext() != 0) {
    --world.failNextContext();
    failed = true;
  }
  step("5.1");
  if (!failed) {
    world.context(context) |= World::ContextExists;
    world.promise(world.program.contexts[context].promise) = World::IsPending;
    step("5.2");
  }
  queueMlTask(world, world.program.mlTask(promise, failed ? MlTask::Kind::Fail : MlTask::Kind::Fulfil));
}

}  // namespace conform
