// The calls of script, and what the harness does between them. Each command is one step of the script timeline.
#include <algorithm>

#include "model/algorithms/algorithms.hpp"

namespace conform {
namespace {

using Do = Command::Do;

/// A call that gave no promise.
void returns(World& world, const Command& c) {
  if (c.name != 0) world.see(Seen::Kind::Returned, c.name, 0);
}
void returnsObject(World& world, const Command& c) {
  if (c.name != 0) {
    world.see(Seen::Kind::Returned, c.name, 1);
    world.setBit(world.layout().boundBits, c.name);
  }
  if (c.name != 0) return;
  for (const std::uint16_t name : c.names) {  // A sequence: each element has its name.
    if (name == 0) continue;
    world.see(Seen::Kind::Returned, name, 1);
    world.setBit(world.layout().boundBits, name);
  }
}
void throws(World& world, const Command& c, Error error) {
  world.threw = true;
  if (c.name != 0) return world.see(Seen::Kind::Threw, c.name, static_cast<std::uint32_t>(error));
  for (const std::uint16_t name : c.names) {
    if (name != 0) world.see(Seen::Kind::Threw, name, static_cast<std::uint32_t>(error));
  }
}

/// Registers the observation of the promise that a call gave.
void observe(World& world, const Command& c) {
  if (c.observation != 0) react(world, c.promise, c.observation);
}
void givesRejected(World& world, const Command& c, Error error) {
  world.promise(c.promise) = World::IsPending;
  reject(world, c.promise, error);
  observe(world, c);
}
void givesPending(World& world, const Command& c) {
  world.promise(c.promise) = World::IsPending;
  observe(world, c);
}

/// The object belongs to its context from here on: a loss destroys it.
void makeTensor(World& world, std::uint8_t tensor) {
  world.tensor(tensor) |= World::TensorExists;
  if (world.semantics().losesInCreationOrder) world.created().push(tensor);
}

/// The bytes that a view shows now.
Term sliceOf(World& world, std::uint8_t view) {
  const BufferInfo& buffer = world.program.buffers[view];
  const Term term = world.bufferContents(buffer.storage);
  if (buffer.offset == 0 && buffer.length == world.program.buffers[buffer.storage].length) return term;
  return world.program.terms.intern({Terms::Kind::Slice,
                                     static_cast<std::uint32_t>(buffer.offset),
                                     static_cast<std::uint32_t>(buffer.length),
                                     {term}});
}

/// *Validate buffer with descriptor*: what was transferred away has no bytes.
bool bufferFits(World& world, const Command& c) {
  const bool isDetached = c.hasBuffer && world.detached(world.program.buffers[c.buffer].storage) != 0;
  return isDetached ? c.fitsDetached : c.fits;
}
/// Keeps the bytes of the call: what happens to the buffer later is not noticed.
void copyBytes(World& world, const Command& c) {
  if (c.dataSlot == 0) return;
  const bool isDetached = world.detached(world.program.buffers[c.buffer].storage) != 0;
  world.setValue(c.dataSlot, isDetached ? world.program.terms.literal({}) : sliceOf(world, c.buffer));
}

Error afterDestroy(const World& world) {
  return world.semantics().useAfterDestroyIsInvalidState ? Error::InvalidStateError : Error::TypeError;
}

void createContext(World& world, const Command& c) {
  if (c.badArguments) return givesRejected(world, c, Error::TypeError);
  const bool fromGPUDevice = world.program.contexts[c.context].fromGPUDevice;
  const Steps step{world.recorder, fromGPUDevice ? "dom-ml-createcontext-gpudevice" : "dom-ml-createcontext"};
  step("3");
  if (!c.fits) return givesRejected(world, c, c.error);
  step("4"), step("5"), step("6");
  world.setBit(world.layout().makingContexts, c.context);
  givesPending(world, c);
}

void createTensor(World& world, const Command& c) {
  if (c.badArguments) return givesRejected(world, c, Error::TypeError);
  const Steps step{world.recorder, "dom-mlcontext-createtensor"};
  step("3");
  if (world.isLost(c.context)) return givesRejected(world, c, Error::InvalidStateError);
  // VARIES createTensorDimensions
  if (!c.fits) return givesRejected(world, c, Error::TypeError);
  step("4");
  makeTensor(world, c.tensor);
  step("5"), step("6"), step("7");
  if (world.semantics().rejectsCreationsOnLoss) world.creations(c.context).push(c.promise);
  enqueue(world, c.context, c.entry);
  givesPending(world, c);
}

void createConstantTensor(World& world, const Command& c) {
  // VARIES constantTensors: NotSupportedError before every other check.
  if (c.badArguments) return givesRejected(world, c, c.error);
  const Steps step{world.recorder, "dom-mlcontext-createconstanttensor"};
  step("3");
  if (world.isLost(c.context)) return givesRejected(world, c, Error::InvalidStateError);
  step("4"), step("5");
  if (!bufferFits(world, c)) return givesRejected(world, c, Error::TypeError);
  step("6"), step("8");
  copyBytes(world, c);
  makeTensor(world, c.tensor);
  step("9"), step("10"), step("11");
  if (world.semantics().rejectsCreationsOnLoss) world.creations(c.context).push(c.promise);
  enqueue(world, c.context, c.entry);
  givesPending(world, c);
}

void readTensor(World& world, const Command& c) {
  const bool into = world.program.promises[c.promise].kind == PromiseInfo::Kind::ReadInto;
  if (c.badArguments) return givesRejected(world, c, Error::TypeError);
  const Steps step{world.recorder, into ? "dom-mlcontext-readtensor-tensor-outputdata" : "dom-mlcontext-readtensor"};
  const TensorInfo& tensor = world.program.tensors[c.tensor];
  // VARIES lossCheckFirst
  if (world.semantics().checksLossFirst && world.isLost(c.context))
    return givesRejected(world, c, Error::InvalidStateError);
  step("3");
  if (tensor.context != c.context) return givesRejected(world, c, Error::TypeError);
  step("4");  // VARIES useAfterDestroy, destroyedCheck
  const bool isDestroyed = world.isDestroyed(c.tensor), isLast = world.semantics().checksDestroyedLast;
  if (isDestroyed && !isLast) return givesRejected(world, c, afterDestroy(world));
  step("5");
  if (!tensor.readable) return givesRejected(world, c, Error::TypeError);
  if (into) {
    step("6");
    if (!bufferFits(world, c)) return givesRejected(world, c, Error::TypeError);
  }
  if (isDestroyed) return givesRejected(world, c, afterDestroy(world));
  step(into ? "7" : "6"), step(into ? "8" : "7");
  world.pendingPromises(c.tensor).push(c.promise);
  step(into ? "9" : "8"), step(into ? "10" : "9");
  enqueue(world, c.context, c.entry);
  givesPending(world, c);
}

void writeTensor(World& world, const Command& c) {
  if (c.badArguments) return throws(world, c, Error::TypeError);
  const Steps step{world.recorder, "dom-mlcontext-writetensor"};
  const TensorInfo& tensor = world.program.tensors[c.tensor];
  // VARIES lossCheckFirst
  if (world.semantics().checksLossFirst && world.isLost(c.context)) return throws(world, c, Error::InvalidStateError);
  step("1");
  if (tensor.context != c.context) return throws(world, c, Error::TypeError);
  step("2");  // VARIES useAfterDestroy, destroyedCheck
  const bool isDestroyed = world.isDestroyed(c.tensor), isLast = world.semantics().checksDestroyedLast;
  if (isDestroyed && !isLast) return throws(world, c, afterDestroy(world));
  step("3");
  if (!tensor.writable) return throws(world, c, Error::TypeError);
  step("4");
  if (!bufferFits(world, c)) return throws(world, c, Error::TypeError);
  if (isDestroyed) return throws(world, c, afterDestroy(world));
  step("5"), step("7");
  copyBytes(world, c);
  enqueue(world, c.context, c.entry);
  returns(world, c);
}

void dispatch(World& world, const Command& c) {
  if (c.badArguments) return throws(world, c, Error::TypeError);
  const Steps step{world.recorder, "dom-mlcontext-dispatch"};
  // VARIES lossCheckFirst
  if (world.semantics().checksLossFirst && world.isLost(c.context)) return throws(world, c, Error::InvalidStateError);
  step("1");
  if (world.program.graphs[c.graph].context != c.context) return throws(world, c, Error::TypeError);
  step("2");
  if ((world.graph(c.graph) & World::GraphDestroyed) != 0) return throws(world, c, Error::InvalidStateError);
  step("3"), step("4");
  std::vector<std::uint8_t> all = c.inputs;
  all.insert(all.end(), c.outputs.begin(), c.outputs.end());
  // VARIES aliasedInputs
  for (std::size_t i = world.semantics().acceptsAliasedInputs ? c.inputs.size() : 0; i < all.size(); ++i) {
    if (std::find(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i), all[i]) !=
        all.begin() + static_cast<std::ptrdiff_t>(i))
      return throws(world, c, Error::TypeError);
  }
  step("5");
  for (const std::uint8_t t : all) {
    step("5.1");
    if (world.program.tensors[t].context != c.context) return throws(world, c, Error::TypeError);
    step("5.2");  // VARIES useAfterDestroy, destroyedCheck
    if (world.isDestroyed(t) && !world.semantics().checksDestroyedLast) return throws(world, c, afterDestroy(world));
  }
  step("6"), step("7");
  if (!c.fits) return throws(world, c, Error::TypeError);
  if (std::ranges::any_of(all, [&](std::uint8_t t) { return world.isDestroyed(t); }))
    return throws(world, c, afterDestroy(world));
  step("8");
  enqueue(world, c.context, c.entry);
  returns(world, c);
}

void destroy(World& world, const Command& c) {
  switch (c.on.kind) {
    case Thing::Kind::Tensor:
      destroyTensor(world, c.tensor, false);
      break;
    case Thing::Kind::Graph:
      destroyGraph(world, c.graph);
      break;
    case Thing::Kind::Builder:
      world.builder(c.builder) |= World::BuilderDestroyed;
      break;
    default: {
      const Steps step{world.recorder, "dom-mlcontext-destroy"};
      step("1");
      if (!world.isLost(c.context)) {
        step("2");
        lose(world, c.context);
      }
    }
  }
  returns(world, c);
}

bool canBuild(World& world, std::uint8_t builder) {
  return world.builder(builder) == 0 && !world.isLost(world.program.builders[builder].context);
}

void newBuilder(World& world, const Command& c) {
  if (c.badArguments) return throws(world, c, Error::TypeError);
  const Steps step{world.recorder, "dom-mlgraphbuilder-mlgraphbuilder"};
  step("1");
  if (!c.fits) return throws(world, c, c.error);
  step("2");
  if (world.isLost(c.context)) return throws(world, c, Error::InvalidStateError);
  step("3"), step("4");
  returnsObject(world, c);
}

/// What an operator's own checks say where the builder can no longer build. (SPEC ISSUE: two of them look at
/// [[hasBuilt]] alone.)
std::optional<Error> refusal(World& world, const Command& c) {
  const Program& program = world.program;
  const OperationInfo& operation = program.operations[program.operands[c.operand].operation];
  std::vector<Operand> operands;
  for (const std::uint8_t number : operation.operands)
    operands.push_back({program.operands[number].descriptor, program.operands[number].builder == c.builder});
  const bool hasBuilt = (world.builder(c.builder) & World::HasBuilt) != 0;
  const Checked checked = checkOperator({*operation.op, operation.arguments, operands, true, hasBuilt, world.recorder});
  if (const auto* error = std::get_if<Error>(&checked)) return *error;
  return std::nullopt;
}

void operand(World& world, const Command& c) {
  if (c.badArguments) return throws(world, c, Error::TypeError);
  if (c.what == Do::Constant && c.number == 1) {  // constant(tensor): the reverse order.
    const TensorInfo& tensor = world.program.tensors[c.tensor];
    const bool foreign = tensor.context != world.program.builders[c.builder].context;
    if (foreign || world.isDestroyed(c.tensor) || !tensor.isConstant) return throws(world, c, Error::TypeError);
  }
  if (!canBuild(world, c.builder)) {
    const std::optional<Error> error =
        c.what == Do::Op ? refusal(world, c) : std::optional<Error>{Error::InvalidStateError};
    if (error) return throws(world, c, *error);
  }
  if (!bufferFits(world, c)) return throws(world, c, c.error);
  copyBytes(world, c);
  returnsObject(world, c);
}

void build(World& world, const Command& c) {
  if (c.badArguments) return givesRejected(world, c, Error::TypeError);
  const Steps step{world.recorder, "dom-mlgraphbuilder-build"};
  step("2");
  if (!canBuild(world, c.builder)) return givesRejected(world, c, Error::InvalidStateError);
  step("3"), step("4");
  if (!c.fits) return givesRejected(world, c, Error::TypeError);
  step("9");  // VARIES buildConstantCheck
  if (world.semantics().buildChecksReachedConstants) {
    for (const std::uint8_t t : world.program.graphs[c.graph].constantTensors) {
      if (world.isDestroyed(t)) return givesRejected(world, c, Error::TypeError);
    }
  }
  step("11"), step("16");
  world.graph(c.graph) |= World::GraphExists;
  world.builder(c.builder) |= World::HasBuilt;
  if (world.semantics().graphLost) world.promise(world.program.graphs[c.graph].lostPromise) = World::IsPending;
  step("17"), step("18"), step("19");
  if (world.semantics().rejectsCreationsOnLoss) world.creations(c.context).push(c.promise);
  enqueue(world, c.context, c.entry);
  givesPending(world, c);
}

void peek(World& world, const Command& c) {
  const BufferInfo& buffer = world.program.buffers[c.buffer];
  if (c.name == 0) return;
  if (world.detached(buffer.storage) != 0) return world.see(Seen::Kind::Peeked, c.name, 0xffff);
  world.see(Seen::Kind::Peeked, c.name, sliceOf(world, c.buffer) | (c.number << 16));
}

void fill(World& world, const Command& c) {
  const BufferInfo& buffer = world.program.buffers[c.buffer];
  if (world.detached(buffer.storage) != 0) return;
  Term term = c.term;
  if (buffer.offset != 0 || c.number != world.program.buffers[buffer.storage].length) {
    term = world.program.terms.intern({Terms::Kind::Overlay,
                                       static_cast<std::uint32_t>(buffer.offset),
                                       0,
                                       {world.bufferContents(buffer.storage), term}});
  }
  world.setBufferContents(buffer.storage, term);
}

/// Whether the name is bound to the text that a `then` on MLTensor.prototype resolved the creation with.
bool isHijacked(const World& world, std::uint16_t name) {
  const std::uint8_t promise = world.program.promiseOfName[name];
  return world.program.promises[promise].kind == PromiseInfo::Kind::CreateTensor &&
         world.value(promise) == World::HijackedText;
}
/// A text has none of the methods and attributes, and is no tensor.
void callWithText(World& world, const Command& c, std::uint16_t name) {
  if (c.what == Do::Return) return world.see(Seen::Kind::Returned, c.name, c.onName == name ? 0 : 2);
  if (c.givesPromise) return givesRejected(world, c, Error::TypeError);
  throws(world, c, Error::TypeError);
}

}  // namespace

void happen(World& world, const Command& c) {
  switch (c.what) {
    case Do::FailNext:
      if (static_cast<FailNext::Operation>(c.number) == FailNext::Operation::createContext) {
        ++world.failNextContext();
      } else {
        ++world.failNext(c.context, static_cast<FailNext::Operation>(c.number));
      }
      return;
    case Do::DeviceLost:
      world.context(c.context) |= World::DeviceFailed;
      [[fallthrough]];
    case Do::ContextLost: {
      const Steps step{world.recorder, "context-lost"};
      step("1"), step("2");
      return queueMlTask(world, world.program.loseOf[c.context]);
    }
    default:
      return;
  }
}

void runCommand(World& world) {
  const std::vector<Command>& commands = world.program.pieces[world.piece()].commands;
  const Command& command = commands[world.pc()];
  const bool isMain = world.program.pieces[world.piece()].isMain;
  if (++world.pc() == commands.size()) {
    world.piece() = 0;
    world.pc() = 0;
    const bool goesOn = command.what == Do::Await || command.what == Do::Turn || command.what == Do::Settle;
    runCommand(world, command);
    if (isMain && !goesOn) endScript(world);
    return;
  }
  runCommand(world, command);
}

void runCommand(World& world, const Command& c) {
  for (const std::uint16_t name : c.needs) {
    if (!world.isBound(name)) return;
  }
  for (const std::uint16_t name : c.needsPromises) {
    if (world.promise(world.program.promiseOfName[name]) == World::NoPromise) return;
  }
  for (const std::uint16_t name : c.needs) {
    if (world.program.usesPollution && isHijacked(world, name)) return callWithText(world, c, name);
  }
  switch (c.what) {
    case Do::CreateContext:
      return createContext(world, c);
    case Do::CreateTensor:
      return createTensor(world, c);
    case Do::CreateConstantTensor:
      return createConstantTensor(world, c);
    case Do::ReadTensor:
      return readTensor(world, c);
    case Do::WriteTensor:
      return writeTensor(world, c);
    case Do::Dispatch:
      return dispatch(world, c);
    case Do::Destroy:
      return destroy(world, c);
    case Do::NewBuilder:
      return newBuilder(world, c);
    case Do::Input:
    case Do::Constant:
    case Do::Op:
      return operand(world, c);
    case Do::Build:
      return build(world, c);
    case Do::Get:
    case Do::Return:
      if (c.name != 0) world.see(Seen::Kind::Returned, c.name, 2);
      return;
    case Do::Throw:
      return throws(world, c, Error::TypeError);
    case Do::GetLost:
      return observe(world, c);
    case Do::MakeBuffer: {
      const BufferInfo& buffer = world.program.buffers[c.buffer];
      if (buffer.storage == c.buffer) world.setBufferContents(c.buffer, buffer.initial);
      return;
    }
    case Do::Detach:
      world.detached(world.program.buffers[c.buffer].storage) = 1;
      return;
    case Do::Fill:
      return fill(world, c);
    case Do::Peek:
      return peek(world, c);
    case Do::Await:
      if (c.promise == 0 || world.promise(c.promise) == World::NoPromise) return start(world, c.piece);
      return react(world, c.promise, c.reaction);
    case Do::Turn:
      world.turn() = c.piece;
      return;
    case Do::Settle:
      world.waiting() = c.piece;
      return;
    case Do::Microtask:
      return world.microtasks().push(c.reaction);
    case Do::Then:
      if (c.promise != 0) react(world, c.promise, c.reaction);
      return;
    case Do::Pollute:
      return world.set(static_cast<World::Flag>(c.number));
    case Do::Unpollute:
      world.clear(World::ObjectHasThen);
      return world.clear(World::TensorHasThen);
    case Do::Mark:
      return world.see(Seen::Kind::Marked, c.name, 0);
    case Do::Pause:
      world.context(c.context) |= World::Paused;
      return;
    case Do::Resume:
      world.context(c.context) &= static_cast<std::uint8_t>(~World::Paused);
      return;
    case Do::Drain:
      return runEntries(world, c.context, 1000);
    case Do::RunTimeline:
      return runEntries(world, c.context, c.number);
    case Do::DeviceFail:
      world.context(c.context) |= World::DeviceFailed;
      return;
    case Do::FailNext:
    case Do::DeviceLost:
    case Do::ContextLost:
      return happen(world, c);
    case Do::DocumentGone:
      return world.set(World::DocumentIsGone);
    case Do::Nothing:
      return;
  }
}

}  // namespace conform
