// Destroying tensors, graphs and contexts, and losing a context.
#include <algorithm>

#include "model/algorithms/algorithms.hpp"

namespace conform {
namespace {

bool uses(const Entry& entry, std::uint8_t tensor) {
  switch (entry.kind) {
    case Entry::Kind::Read:
    case Entry::Kind::Write:
      return entry.tensor == tensor;
    case Entry::Kind::Compute:
      return std::ranges::find(entry.inputs, tensor) != entry.inputs.end() ||
             std::ranges::find(entry.outputs, tensor) != entry.outputs.end();
    default:
      return false;
  }
}

/// VARIES notBegunOnDestroy: entries that have not begun and use the tensor are dropped.
void dropEntries(World& world, std::uint8_t tensor) {
  const Reading& semantics = world.semantics();
  if (!semantics.dropsDispatches) return;
  const std::uint8_t context = world.program.tensors[tensor].context;
  StateList timeline = world.timeline(context);
  for (std::size_t place = 0; place * 2 < timeline.size();) {
    const Entry& entry = world.program.entries[timeline[place * 2]];
    const bool isCompute = entry.kind == Entry::Kind::Compute;
    if (timeline[place * 2 + 1] != World::Waiting || !uses(entry, tensor) ||
        (!isCompute && !semantics.dropsReadsAndWrites)) {
      ++place;
      continue;
    }
    world.seeDevice("cancelled", entry);
    if (isCompute && semantics.tensorErrors) {
      timeline[place * 2 + 1] = World::Dropped;
      ++place;
    } else {
      if (entry.dataSlot != 0) world.setValue(entry.dataSlot, 0);
      timeline.erase(place * 2, 2);
    }
  }
}

/// VARIES pendingReadsOrder. Takes one out of the pending promises.
std::uint8_t nextToReject(World& world, StateList pending) {
  const auto isPlain = [&](std::size_t i) {
    return world.program.promises[pending[i]].kind == PromiseInfo::Kind::Read;
  };
  std::vector<std::uint8_t> plain, all;
  for (std::uint8_t i = 0; i < pending.size(); ++i) {
    all.push_back(i);
    if (isPlain(i)) plain.push_back(i);
  }
  std::uint8_t at = 0;
  switch (world.semantics().pendingReadsOrder) {
    case ReadsOrder::Insertion:
      break;
    case ReadsOrder::PlainFirst:
      if (!plain.empty()) all = plain;
      [[fallthrough]];
    case ReadsOrder::Any:
      at = all[world.choose(static_cast<std::uint8_t>(all.size()))];
  }
  const std::uint8_t promise = pending[at];
  pending.erase(at);
  return promise;
}

}  // namespace

void enqueue(World& world, std::uint8_t context, std::uint8_t entry) {
  StateList timeline = world.timeline(context);
  timeline.push(entry);
  timeline.push(World::Waiting);
}

void destroyTensor(World& world, std::uint8_t tensor, bool byLoss) {
  if (world.granularity.oneRelease && world.isDestroyed(tensor)) return;
  const Steps step{world.recorder, "dom-mltensor-destroy"};

  step("1");  // From here on, script can no longer use the tensor.
  world.tensor(tensor) |= World::TensorDestroyed;

  // VARIES pendingReadsOnDestroy
  PendingReads reads = world.semantics().pendingReadsOnDestroy;
  if (reads == PendingReads::NoReply && byLoss) reads = PendingReads::Reject;
  StateList pending = world.pendingPromises(tensor);
  switch (reads) {
    case PendingReads::Complete:
      break;
    case PendingReads::Reject:
      step("2");
      while (!pending.empty()) {
        step("2.1"), step("2.2");
        const std::uint8_t promise = nextToReject(world, pending);
        reject(world, promise, world.semantics().destroyGivesAbortError ? Error::AbortError : Error::InvalidStateError);
      }
      break;
    case PendingReads::NoReply:
      step("2");
      while (!pending.empty()) {
        const std::uint8_t promise = pending.pop();
        if (!world.isPending(promise)) continue;
        if (world.recorder != nullptr) world.recorder->decides(promise);
        world.promise(promise) = World::NoReply;
        world.setValue(promise, 0);
      }
      break;
  }
  dropEntries(world, tensor);

  step("3");  // Behind all earlier work; a second call enqueues a second release.
  enqueue(world, world.program.tensors[tensor].context, world.program.releaseOfTensor[tensor]);
}

void destroyGraph(World& world, std::uint8_t graph) {
  const Steps step{world.recorder, "dom-mlgraph-destroy"};
  step("1");
  if ((world.graph(graph) & World::GraphDestroyed) != 0) return;
  step("2");
  world.graph(graph) |= World::GraphDestroyed;
  step("3");
  enqueue(world, world.program.graphs[graph].context, world.program.releaseOfGraph[graph]);
}

void lose(World& world, std::uint8_t context) {
  const Steps step{world.recorder, "mlcontext-lose"};
  step("1"), step("2"), step("3");  // From here on the context is lost.
  world.context(context) |= World::Lost;
  fulfil(world, world.program.contexts[context].promise);

  // VARIES pendingCreationsOnLoss
  if (world.semantics().rejectsCreationsOnLoss) {
    while (!world.creations(context).empty()) reject(world, world.creations(context)[0], Error::InvalidStateError);
  }

  step("4");
  for (std::uint8_t g = 0; g < world.program.graphs.size(); ++g) {
    if (world.program.graphs[g].context != context || (world.graph(g) & World::GraphExists) == 0) continue;
    step("4.1");
    destroyGraph(world, g);
  }

  step("5");  // In any order: it can be told only for those with pending reads, which come first here.
  std::vector<std::uint8_t> withReads, others, inOrder;
  const StateList created = world.created();
  for (std::uint8_t i = 0; i < created.size(); ++i) inOrder.push_back(created[i]);
  if (!world.semantics().losesInCreationOrder) {
    for (std::uint8_t t = 0; t < world.program.tensors.size(); ++t) inOrder.push_back(t);
  }
  for (const std::uint8_t t : inOrder) {
    if (world.program.tensors[t].context != context || (world.tensor(t) & World::TensorExists) == 0) continue;
    const bool told =
        !world.pendingPromises(t).empty() && world.semantics().pendingReadsOnDestroy != PendingReads::Complete;
    (told ? withReads : others).push_back(t);
  }
  while (!withReads.empty()) {
    // VARIES loseOrder
    const std::uint8_t at = world.semantics().losesInCreationOrder || world.granularity.lossInOrder
                                ? std::uint8_t{0}
                                : world.choose(static_cast<std::uint8_t>(withReads.size()));
    step("5.1");
    destroyTensor(world, withReads[at], true);
    withReads.erase(withReads.begin() + at);
  }
  for (const std::uint8_t t : others) {
    step("5.1");
    destroyTensor(world, t, true);
  }
}

}  // namespace conform
