// Promises, their reactions, and the two queues of the event loop.
#include "model/algorithms/algorithms.hpp"

namespace conform {
namespace {

void queueReactions(World& world, std::uint8_t promise) {
  StateList reactions = world.reactions(promise);
  while (!reactions.empty()) world.microtasks().push(reactions.pop());
}

void leaveCreations(World& world, std::uint8_t promise) {
  if (!world.semantics().rejectsCreationsOnLoss) return;
  const PromiseInfo& info = world.program.promises[promise];
  std::uint8_t context = 0;
  if (info.kind == PromiseInfo::Kind::CreateTensor) {
    context = world.program.tensors[info.object].context;
  } else if (info.kind == PromiseInfo::Kind::Build) {
    context = world.program.graphs[info.object].context;
  } else {
    return;
  }
  StateList creations = world.creations(context);
  const std::size_t at = creations.find(promise);
  if (at < creations.size()) creations.erase(at);
}

/// What is still to be told: the value of a read, the error.
bool isObserved(const World& world, std::uint8_t promise) {
  return world.program.promises[promise].reactions != 0;
}

/// Resolving with an object looks up its `then`. Where there is one it is called in a microtask, and nothing else
/// settles the promise any more: what script put on MLTensor.prototype resolves it with a text, what it put on
/// Object.prototype does nothing.
bool callsThen(World& world, std::uint8_t promise) {
  const PromiseInfo& info = world.program.promises[promise];
  if (info.kind == PromiseInfo::Kind::ReadInto) return false;  // Resolved with undefined.
  const bool isHijacked = info.kind == PromiseInfo::Kind::CreateTensor && world.has(World::TensorHasThen);
  if (!isHijacked && !world.has(World::ObjectHasThen)) return false;
  world.promise(promise) = World::NoReply;
  world.setValue(promise, 0);
  if (isHijacked) world.microtasks().push(info.thenJob);
  return true;
}

}  // namespace

void fulfil(World& world, std::uint8_t promise) {
  if (!world.isPending(promise)) return;
  if (world.recorder != nullptr) world.recorder->decides(promise);
  leaveCreations(world, promise);
  if (world.program.usesPollution && callsThen(world, promise)) return;
  world.promise(promise) = World::Fulfilled;
  if (!isObserved(world, promise)) world.setValue(promise, 0);
  queueReactions(world, promise);
}

void reject(World& world, std::uint8_t promise, Error error) {
  if (!world.isPending(promise)) return;
  if (world.recorder != nullptr) world.recorder->decides(promise);
  world.promise(promise) = isObserved(world, promise)
                               ? static_cast<std::uint8_t>(World::FirstRejected + static_cast<std::uint8_t>(error))
                               : static_cast<std::uint8_t>(World::RejectedAndSeen);
  leaveCreations(world, promise);
  if (world.program.promises[promise].kind != PromiseInfo::Kind::ReadInto) world.setValue(promise, 0);
  queueReactions(world, promise);
}

void react(World& world, std::uint8_t promise, std::uint8_t reaction) {
  const std::uint8_t state = world.promise(promise);
  if (state == World::NoPromise) return;
  if (state == World::IsPending || state == World::NoReply) {
    world.reactions(promise).push(reaction);
  } else {
    world.microtasks().push(reaction);
  }
}

void queueMlTask(World& world, std::uint8_t task) {
  world.mlTasks().push(task);
}

void start(World& world, std::uint8_t piece) {
  if (!world.program.pieces[piece].commands.empty()) {
    world.piece() = piece;
    world.pc() = 0;
  } else if (world.program.pieces[piece].isMain) {
    endScript(world);
  }
}

void endScript(World& world) {
  world.set(World::ScriptEnded);
  for (std::uint8_t c = 0; c < world.program.contexts.size(); ++c) {
    world.context(c) &= static_cast<std::uint8_t>(~World::Paused);
  }
}

void runMicrotask(World& world) {
  const ReactionInfo& reaction = world.program.reactions[world.microtasks().pop()];
  const std::uint8_t state = reaction.promise == 0 ? std::uint8_t{0} : world.promise(reaction.promise);
  switch (reaction.kind) {
    case ReactionInfo::Kind::Observe:
      if (state == World::Fulfilled) {
        world.see(Seen::Kind::Fulfilled, reaction.name, world.value(reaction.promise));
        if (world.program.things[reaction.name].kind != Thing::Kind::None) {
          world.setBit(world.layout().boundBits, reaction.name);
        }
      } else {
        world.see(Seen::Kind::Rejected, reaction.name, static_cast<std::uint32_t>(state - World::FirstRejected));
      }
      // One promise of a call is observed once: value and error have been told. `lost` has neither.
      if (world.program.promises[reaction.promise].kind != PromiseInfo::Kind::Lost &&
          world.program.promises[reaction.promise].kind != PromiseInfo::Kind::GraphLost) {
        // (What goes into a buffer is written even after a rejection: it is still needed.)
        if (world.program.promises[reaction.promise].kind == PromiseInfo::Kind::Read)
          world.setValue(reaction.promise, 0);
        if (state >= World::FirstRejected) world.promise(reaction.promise) = World::RejectedAndSeen;
      }
      return;
    case ReactionInfo::Kind::Then: {
      const bool isFulfilled = state == World::Fulfilled;
      if (reaction.when == Then::When::fulfilled && !isFulfilled) return;
      if (reaction.when == Then::When::rejected && isFulfilled) return;
      return start(world, reaction.piece);
    }
    case ReactionInfo::Kind::CallThen:
      world.promise(reaction.promise) = World::Fulfilled;
      world.setValue(reaction.promise, World::HijackedText);
      return queueReactions(world, reaction.promise);
    case ReactionInfo::Kind::Await:
    case ReactionInfo::Kind::Microtask:
      return start(world, reaction.piece);
  }
}

namespace {

void finishRead(World& world, std::uint8_t promise, const PromiseInfo& info) {
  const bool isInto = info.kind == PromiseInfo::Kind::ReadInto;
  const Steps step{world.recorder, isInto ? "dom-mlcontext-readtensor-tensor-outputdata" : "dom-mlcontext-readtensor"};
  step(isInto ? "9.1.3.1" : "8.1.3.1");  // Out of the pending promises.
  StateList pending = world.pendingPromises(info.object);
  const std::size_t at = pending.find(promise);
  if (at < pending.size()) pending.erase(at);
  if (!isInto) {
    step("8.1.3.2"), step("8.1.3.3");
    if (!world.isPending(promise)) world.setValue(promise, 0);
    if (world.isPending(promise) && info.keepsBuffer) world.setBufferContents(info.buffer, world.value(promise));
    return fulfil(world, promise);
  }

  // VARIES byobAfterSettled
  const Term bytes = world.value(promise);
  world.setValue(promise, 0);
  if (world.semantics().byobSkipsSettled && !world.isPending(promise)) return;
  if (world.promise(promise) == World::NoReply) return;

  step("9.1.3.2");  // The buffer may have been transferred away meanwhile.
  const BufferInfo& buffer = world.program.buffers[info.buffer];
  if (world.detached(buffer.storage) != 0) return reject(world, promise, Error::TypeError);

  step("9.1.3.3");  // SPEC ISSUE: written although the promise may be settled.
  const BufferInfo& storage = world.program.buffers[buffer.storage];
  Term written = bytes;
  if (buffer.offset != 0 || buffer.length != storage.length) {
    written = world.program.terms.intern({Terms::Kind::Overlay,
                                          static_cast<std::uint32_t>(buffer.offset),
                                          0,
                                          {world.bufferContents(buffer.storage), bytes}});
  }
  world.setBufferContents(buffer.storage, written);

  step("9.1.3.4");
  fulfil(world, promise);
}

Error failureOf(const PromiseInfo& info) {
  if (info.kind == PromiseInfo::Kind::Build) return Error::OperationError;
  return info.kind == PromiseInfo::Kind::CreateContext ? Error::NotSupportedError : Error::UnknownError;
}

}  // namespace

void runMlTask(World& world) {
  const MlTask& task = world.program.mlTasks[world.mlTasks().pop()];
  if (world.has(World::DocumentIsGone)) {  // Its tasks do not run.
    if (task.promise != 0) world.setValue(task.promise, 0);
    return;
  }
  switch (task.kind) {
    case MlTask::Kind::Lose: {
      const Steps step{world.recorder, "context-lost"};
      step("2.1");
      return lose(world, task.context);
    }
    case MlTask::Kind::GraphLost:
      destroyGraph(world, task.graph);
      return fulfil(world, task.promise);
    case MlTask::Kind::Abort: {
      if (world.promise(task.promise) == World::NoReply) return;
      return reject(world, task.promise, Error::InvalidStateError);
    }
    case MlTask::Kind::Fail:
    case MlTask::Kind::Fulfil:
      break;
  }
  const PromiseInfo& info = world.program.promises[task.promise];
  const bool isRead = info.kind == PromiseInfo::Kind::Read || info.kind == PromiseInfo::Kind::ReadInto;
  // VARIES queuedStepsAbort
  if (isRead && world.semantics().queuedStepsAbort && world.isLost(world.program.tensors[info.object].context))
    return world.setValue(task.promise, 0);
  if (task.kind == MlTask::Kind::Fail) {
    if (isRead) {
      StateList pending = world.pendingPromises(info.object);
      const std::size_t at = pending.find(task.promise);
      if (at < pending.size()) pending.erase(at);
    }
    return reject(world, task.promise, failureOf(info));
  }
  if (isRead) return finishRead(world, task.promise, info);
  fulfil(world, task.promise);
}

}  // namespace conform
