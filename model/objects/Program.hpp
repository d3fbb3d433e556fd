// A scenario, laid out under one semantics: everything that it can ever make has a number, and its place in the state.
// No state changes here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/kernels/Operator.hpp"
#include "model/objects/Reading.hpp"
#include "model/objects/Terms.hpp"
#include "model/spec/Steps.hpp"
#include "model/vocabulary/Observation.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// What a name or a value stands for. The numbers count each kind apart.
struct Thing {
  enum class Kind : std::uint8_t { None, Context, Tensor, Graph, Builder, Operand, Promise, Other };
  Kind kind = Kind::None;
  std::uint8_t index = 0;
  bool operator==(const Thing&) const = default;
};

/// One step, with everything about it that does not depend on the run.
struct Command {
  enum class Do : std::uint8_t {
    CreateContext,
    CreateTensor,
    CreateConstantTensor,
    ReadTensor,
    WriteTensor,
    Dispatch,
    Destroy,
    NewBuilder,
    Input,
    Constant,
    Op,
    Build,
    Get,
    Return,
    Throw,
    GetLost,
    MakeBuffer,
    Detach,
    Fill,
    Peek,
    Await,
    Turn,
    Settle,
    Microtask,
    Then,
    Mark,
    Pollute,
    Unpollute,
    Pause,
    Resume,
    Drain,
    RunTimeline,
    FailNext,
    DeviceFail,
    DeviceLost,
    ContextLost,
    DocumentGone,
    Nothing,
  };
  Do what = Do::Nothing;
  const Step* step = nullptr;
  std::uint16_t name = 0;                    ///< That is observed; 0 is none.
  std::vector<std::uint16_t> needs;          ///< Names that must be bound, or the step does nothing.
  std::vector<std::uint16_t> needsPromises;  ///< Names whose calls must have given their promises, or the same.
  bool badArguments = false;                 ///< WebIDL refuses: TypeError.
  bool givesPromise = false;
  std::uint8_t promise = 0, context = 0, tensor = 0, graph = 0, builder = 0, operand = 0, buffer = 0, entry = 0;
  std::uint8_t piece = 0, reaction = 0, observation = 0;
  Thing on;                                   ///< Of destroy.
  Term term = 0;                              ///< The data that is written.
  std::vector<std::uint8_t> inputs, outputs;  ///< Tensors, in the order of the records; of an operator: operands.
  bool fits = true;                           ///< The static part of the checks: see each call.
  Error error = Error::TypeError;             ///< Of Throw, or where `fits` is false.
  Value value;                                ///< Of Return.
  std::vector<std::uint16_t> names;           ///< Of a call that gives a sequence.
  std::uint16_t onName = 0;                   ///< Name of the object whose method is called.
  bool hasBuffer = false;                     ///< It was given a buffer; what it takes from it at the call
  std::uint8_t dataSlot = 0;                  ///< waits there.
  bool fitsDetached = false;                  ///< `fits`, of a buffer that was transferred away: it has no bytes.
  std::uint32_t number = 0;  ///< Of runTimeline: tasks; of peek: the data type; of await, then: the name.
};

/// What a context's timeline can hold. Every call runs at most once: an entry is a row of a table.
struct Entry {
  enum class Kind : std::uint8_t {
    Read,
    Write,
    Compute,
    CreateTensor,
    CreateConstantTensor,
    Build,
    ReleaseTensor,
    ReleaseGraph
  };
  Kind kind = Kind::Read;
  std::uint8_t context = 0, tensor = 0, graph = 0, promise = 0;
  bool isByob = false;
  Term term = 0;
  std::vector<std::uint8_t> inputs, outputs;
  const Command* command = nullptr;
  std::string label;
  std::uint8_t dataSlot = 0;  ///< Of what was given a buffer: where its bytes wait.
};

/// What the ML task source can hold.
struct MlTask {
  enum class Kind : std::uint8_t { Fulfil, Abort, Fail, Lose, GraphLost };
  Kind kind = Kind::Fulfil;
  std::uint8_t promise = 0, context = 0, graph = 0;
};

struct PromiseInfo {
  enum class Kind : std::uint8_t { Lost, GraphLost, CreateContext, CreateTensor, Read, ReadInto, Build, Data };
  Kind kind = Kind::Lost;
  std::uint8_t object = 0;  ///< Context, tensor or graph.
  std::uint8_t buffer = 0;
  std::uint8_t reactions = 0;
  std::uint8_t firstTask = 0;  ///< Row of its first ML task, if it has any.
  bool keepsBuffer = false;    ///< Script looks into the ArrayBuffer that it resolves with: `buffer`.
  std::uint8_t thenJob = 0;    ///< Reaction that calls a `then` which somebody put on MLTensor.prototype.
  DataType type = DataType::float32;
};

struct ContextInfo {
  Name name;
  std::uint8_t promise = 0;
  bool fromGPUDevice = false, accelerated = true;
};
struct TensorInfo {
  Name name;
  std::uint8_t context = 0;
  OperandDescriptor descriptor;
  bool readable = false, writable = false, isConstant = false;
  Term initial = 0;
  Term data = 0;            ///< Of a constant tensor, unless it was given a buffer.
  bool isTooLarge = false;  ///< No allocation can succeed.
  bool takesBuffer = false;
};
struct BuilderInfo {
  Name name;
  std::uint8_t context = 0;
};
struct OperandInfo {
  std::uint8_t builder = 0;
  OperandDescriptor descriptor;
  enum class Kind : std::uint8_t { Input, Constant, ConstantTensor, Output } kind = Kind::Input;
  std::string inputName;
  Term term = 0;               ///< Of a constant,
  std::uint8_t dataSlot = 0;   ///< or where it is, if it was given a buffer.
  std::uint8_t tensor = 0;     ///< Of a constant tensor.
  std::uint8_t operation = 0;  ///< Of an output.
  std::uint8_t output = 0;
  std::uint16_t name = 0;  ///< Number of the name.
};
struct OperationInfo {
  const Operator* op = nullptr;
  Arguments arguments;
  std::vector<std::uint8_t> operands;
  std::vector<OperandDescriptor> outputs;
};
struct GraphInfo {
  Name name;
  std::uint8_t context = 0, promise = 0, lostPromise = 0;
  std::vector<std::pair<std::string, std::uint8_t>> inputs, outputs;  ///< Operands.
  std::vector<std::uint8_t> constantTensors;                          ///< That are reached.
  /// Constants that were given a buffer: their bytes are behind the inputs among the arguments of the output's term.
  struct Captured {
    std::uint8_t operand = 0, slot = 0;
    bool fromTensor = false;  ///< Copied into the slot when the graph is compiled.
  };
  std::vector<Captured> captured;
};
struct BufferInfo {
  Name name;
  BufferType type = BufferType::ArrayBuffer;
  std::uint8_t storage = 0;            ///< Index of the underlying buffer.
  std::size_t offset = 0, length = 0;  ///< Bytes.
  bool resizable = false, shared = false;
  Term initial = 0;
};

struct ReactionInfo {
  enum class Kind : std::uint8_t { Observe, Then, Await, Microtask, CallThen };
  Kind kind = Kind::Observe;
  std::uint8_t promise = 0, piece = 0;
  std::uint16_t name = 0;
  Then::When when = Then::When::settled;
};

struct PieceInfo {
  std::vector<Command> commands;
  bool isMain = false;
  std::string title;
};

/// A list in the state: one byte for its length, then its entries.
struct ListSlot {
  std::uint16_t at = 0;
  std::uint8_t capacity = 0;
};

struct Layout {
  static constexpr std::size_t MaxSize = 2048;
  std::uint16_t piece = 0, pc = 1, waiting = 2, turn = 3, flags = 4;
  std::uint16_t taskBits = 0, eventBits = 0, boundBits = 0, contexts = 0, failures = 0, tensors = 0, contents = 0,
                graphs = 0, builders = 0, promises = 0, values = 0, buffers = 0, bufferContents = 0, makingContexts = 0;
  std::vector<ListSlot> pendingPromises, creations, reactions, timeline;
  ListSlot microtasks, mlTasks, created;
  std::uint16_t size = 0;
};

struct LayoutProblem {
  std::string reason;
  std::optional<Place> place;
};

struct Program {
  const Scenario* scenario = nullptr;
  Reading semantics;
  Layout layout;
  Terms terms;

  std::vector<ContextInfo> contexts;
  std::vector<TensorInfo> tensors;
  std::vector<GraphInfo> graphs;
  std::vector<BuilderInfo> builders;
  std::vector<OperandInfo> operands;
  std::vector<OperationInfo> operations;
  std::vector<BufferInfo> buffers;
  std::vector<PromiseInfo> promises{{}};  ///< From 1.
  std::vector<std::string> names{""};     ///< From 1.
  std::vector<Thing> things{{}};          ///< What each name is bound to, once it is.
  std::vector<std::uint8_t> promiseOfName{0};
  std::vector<bool> bindsInSetup{false};
  std::vector<ReactionInfo> reactions{{}};  ///< From 1.
  std::vector<PieceInfo> pieces{{}};        ///< From 1; 1 is the set-up, 2 the script.
  std::vector<Entry> entries{{}};           ///< From 1.
  std::vector<MlTask> mlTasks{{}};          ///< From 1.
  std::vector<std::uint8_t> releaseOfTensor, releaseOfGraph, loseOf, graphLostOf;  ///< Rows.
  std::vector<std::uint8_t> tasks;                                                 ///< Pieces.
  std::vector<Command> anytime;
  std::vector<std::uint16_t> observed;  ///< Names of the script with a promise, in its order.
  bool usesFailures = false, usesPollution = false;

  std::uint8_t mlTask(std::uint8_t promise, MlTask::Kind kind) const {
    return static_cast<std::uint8_t>(promises[promise].firstTask + static_cast<int>(kind));
  }

  /// The scenario and the semantics must outlive the program (the semantics is copied).
  static std::variant<Program, LayoutProblem> load(const Scenario& scenario, const Semantics& semantics,
                                                   StepRecorder* recorder = nullptr);
};

}  // namespace conform
