// A scenario: what script does, and what is claimed about it. Plain data; `checker/scenario` reads it from JSON
// (docs/scenario-format.md), the model, the subjects and the exporters interpret it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/vocabulary/DataType.hpp"
#include "model/vocabulary/Number.hpp"
#include "model/vocabulary/Value.hpp"

namespace conform {

/// What a step calls its result, or refers to. Names of a scenario are unique.
using Name = std::string;

/// A reference to a named object; `"$promise:p"` refers to the promise that was recorded for `p`, not to its value.
struct Reference {
  Name name;
  bool isPromise = false;
  bool operator==(const Reference&) const = default;
};

/// A value as JavaScript would pass it: an operator's argument, or something that is no tensor.
struct Argument;
using ArgumentList = std::vector<Argument>;
struct ArgumentMember;
using ArgumentRecord = std::vector<ArgumentMember>;
struct Null {
  bool operator==(const Null&) const = default;
};
struct Argument {
  std::variant<Undefined, Null, bool, Number, std::string, Reference, ArgumentList, ArgumentRecord> value;
  bool operator==(const Argument& other) const;  // Not defaulted: the type is a part of itself.
};
struct ArgumentMember {
  std::string name;
  Argument value;
  bool operator==(const ArgumentMember&) const = default;
};

/// MLOperandDescriptor or MLTensorDescriptor before WebIDL looked at it: anything may be missing or wrong.
struct Descriptor {
  std::optional<std::string> dataType;       ///< "float32"; any other string fails the conversion.
  std::optional<std::vector<Number>> shape;  ///< Negative, fractional or huge: [EnforceRange] fails.
  bool readable = false;
  bool writable = false;
  bool operator==(const Descriptor&) const = default;
};

/// Where the bytes of a call come from: a fresh typed array, or a named buffer.
using Source = std::variant<Contents, Name>;

// ---- Calls. `as` is empty where the result has no name; then nothing of the call is observed. ----

struct CreateContext {
  Name as;
  ArgumentRecord options;      ///< MLContextOptions: powerPreference, accelerated.
  bool fromGPUDevice = false;  ///< createContext(gpuDevice).
  bool denied = false;         ///< The document is not allowed to use the feature "webnn".
};
struct CreateTensor {
  Reference on;
  Descriptor descriptor;
  Name as;
};
struct CreateConstantTensor {
  Reference on;
  Descriptor descriptor;
  Source data;
  Name as;
};
struct ReadTensor {
  Reference on;
  std::variant<Reference, Argument> tensor;           ///< Argument: a value that is no tensor.
  std::optional<std::variant<Undefined, Name>> into;  ///< BYOB: the buffer, or an explicit undefined.
  Name as;
};
struct WriteTensor {
  Reference on;
  std::variant<Reference, Argument> tensor;
  Source data;
  Name as;
};
struct Dispatch {
  Reference on;
  Reference graph;
  /// In the order of the record's keys; nothing stands for undefined.
  std::vector<std::pair<std::string, std::optional<Reference>>> inputs, outputs;
  Name as;
};
/// `on.destroy()`, of a tensor, graph, context or builder.
struct Destroy {
  Reference on;
  Name as;
};
/// `on[Symbol.dispose]()`.
struct Dispose {
  Reference on;
  Name as;
};
/// `new MLGraphBuilder(context)`.
struct NewBuilder {
  Reference context;
  bool denied = false;
  Name as;
};
struct Input {
  Reference on;
  std::string name;
  Descriptor descriptor;
  Name as;
};
/// The three forms of MLGraphBuilder.constant().
struct Constant {
  struct FromBuffer {
    Descriptor descriptor;
    Source data;
  };
  struct FromTensor {
    Reference tensor;
  };
  struct FromValue {
    std::string dataType;
    Number value;
  };
  Reference on;
  std::variant<FromBuffer, FromTensor, FromValue> from;
  Name as;
};
/// An operator's method. `arguments` are the positional ones; an `options` dictionary, if given, is apart.
struct Op {
  Reference on;
  std::string op;
  ArgumentList arguments;
  std::optional<ArgumentRecord> options;
  Name as;                   ///< Of a method that returns one operand.
  std::vector<Name> asEach;  ///< Of a method that returns a sequence (split, lstm, ...): a name for each element.
};
struct Build {
  Reference on;
  std::vector<std::pair<std::string, std::optional<Reference>>> outputs;
  Name as;
};
/// Reads an attribute.
struct Get {
  Reference on;
  std::string attribute;
  Name as;
};
/// Whether two names are bound to the same object.
struct Same {
  Name a, b, as;
};

// ---- Buffers ----

enum class BufferType : std::uint8_t {
  ArrayBuffer,
  SharedArrayBuffer,
  DataView,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float16Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
};
std::string_view nameOf(BufferType type);
std::optional<BufferType> bufferTypeNamed(std::string_view name);
/// Bytes of one element; 1 for buffers and DataView.
unsigned elementSizeOf(BufferType type);

struct MakeBuffer {
  Name buffer;
  BufferType type = BufferType::ArrayBuffer;
  std::vector<std::uint8_t> bytes;           ///< Initial contents (zeros for byteLength); unused with `over`.
  Name over;                                 ///< A view on this buffer, where it is not empty.
  std::size_t offset = 0;                    ///< In bytes.
  std::optional<std::size_t> length;         ///< In elements.
  std::optional<std::size_t> maxByteLength;  ///< Resizable or growable.
};
struct Detach {
  Name buffer;
};
/// Sets every element; an ArrayBuffer counts as float32.
struct Fill {
  Name buffer;
  Number value;
};
/// The contents now, as `dataType`.
struct Peek {
  Name buffer, as;
  DataType dataType = DataType::float32;
};

// ---- Script control ----

struct Step;

struct Await {
  Name name;
};
struct Turn {};
struct Settle {};
struct Microtask {
  std::vector<Step> steps;
};
struct Then {
  enum class When : std::uint8_t { fulfilled, rejected, settled };
  Name name;
  When when = When::settled;
  std::vector<Step> steps;
};
struct Mark {
  std::string mark;
};
struct Pollute {
  enum class Prototype : std::uint8_t { Object, MLTensor };
  Prototype prototype = Prototype::Object;
};
struct Unpollute {};

// ---- Device events ----

struct Pause {
  Reference on;
};
struct Resume {
  Reference on;
};
struct Drain {
  Reference on;
};
struct RunTimeline {
  Reference on;
  std::uint32_t tasks = 0;
};
struct FailNext {
  enum class Operation : std::uint8_t { createTensor, constantCopy, read, write, compute, build, createContext };
  std::optional<Reference> on;  ///< Nothing with createContext.
  Operation operation = Operation::read;
};
std::string_view nameOf(FailNext::Operation operation);
std::optional<FailNext::Operation> failOperationNamed(std::string_view name);
struct DeviceFail {
  Reference on;
};
/// deviceFail, and the user agent starts the *context lost* steps now.
struct DeviceLost {
  Reference on;
};
/// The user agent starts the *context lost* steps; nothing else fails.
struct ContextLost {
  Reference on;
};
/// The document is no longer fully active: its tasks do not run any more.
struct DocumentGone {};

/// Where a step stands in its file.
struct Place {
  std::uint32_t line = 0, column = 0;  ///< From 1; 0: not known.
  std::string pointer;                 ///< JSON pointer: "/script/3".
};

struct Step {
  std::variant<CreateContext, CreateTensor, CreateConstantTensor, ReadTensor, WriteTensor, Dispatch, Destroy, Dispose,
               NewBuilder, Input, Constant, Op, Build, Get, Same,               //
               MakeBuffer, Detach, Fill, Peek,                                  //
               Await, Turn, Settle, Microtask, Then, Mark, Pollute, Unpollute,  //
               Pause, Resume, Drain, RunTimeline, FailNext, DeviceFail, DeviceLost, ContextLost, DocumentGone>
      what;
  Place place;
};

// ---- Claims: what the author says is allowed ----

struct AnyValue {
  bool operator==(const AnyValue&) const = default;
};
/// "*" | undefined | boolean | string (an interface's name too) | numbers | {"message": "any"} | "detached"
using ExpectedValue = std::variant<AnyValue, Undefined, bool, std::string, Numbers, LostInfo>;
struct ExpectedOutcome {
  OutcomeKind kind = OutcomeKind::NotRun;
  Error error = Error::TypeError;
  ExpectedValue value;
  bool operator==(const ExpectedOutcome&) const = default;
};
using JointOutcome = std::map<Name, ExpectedOutcome>;

/// The claim under one semantics. Under another than `draft` it is laid over the draft's (see `Scenario::claimFor`).
struct Claim {
  std::map<Name, std::vector<ExpectedOutcome>> names;          ///< More than one: `oneOf`.
  std::optional<std::vector<JointOutcome>> outcomes;           ///< All joint outcomes of the other names.
  std::optional<std::vector<std::vector<std::string>>> order;  ///< Subsequences of the log of every allowed run.
  std::optional<std::vector<std::vector<std::string>>> trace;  ///< The same for the device trace.
  bool ambiguous = false;                                      ///< `outcomes` lists readings, not races.
  std::optional<JointOutcome> byDefault;                       ///< With ambiguous: the reading of `draft`.
  Place place;
};

/// How far a numeric value may be from the expected one (docs/scenario-format.md).
struct Tolerance {
  enum class Kind : std::uint8_t { ULP, ATOL };
  Kind kind = Kind::ULP;
  double value = 0;
};

struct Scenario {
  std::string file;  ///< As the user named it; "-" for standard input.
  std::string json;  ///< The scenario's own text, as it stands in the file.
  std::string id, title;
  std::vector<std::string> source;  ///< Where the question was asked: URLs.
  std::vector<std::string> spec;    ///< Anchors: "#dom-mltensor-destroy".
  std::vector<std::string> tags;    ///< "risky": may crash a subject.
  std::string note;
  std::vector<Step> setup, script;
  std::map<std::string, std::vector<Step>> tasks;  ///< Each may start once, at any time after the set-up.
  std::vector<Step> anytime;                       ///< Each event happens at any time, or never.
  std::map<std::string, Claim> allowed;            ///< By semantics, as `--semantics` spells it.
  bool othersAsDraft = false;           ///< `"others": "draft"`: every other basic semantics allows what draft does.
  std::map<Name, Tolerance> tolerance;  ///< By name of a read; "" is for all.
  std::map<Name, std::string> unspecified;  ///< Names whose value the draft leaves open, and why; "" is for all.
  bool strictZeroSign = false;
  bool extendedTypes = false;  ///< Uses int4 or uint4.
  Place place;

  /// The claim that holds under this semantics: the draft's with the semantics' own laid over it. A basic semantics
  /// (not a composed one) without an entry of its own has the draft's where `othersAsDraft` is set, else no claim.
  std::optional<Claim> claimFor(const std::string& semantics, bool isBasic) const;
};

}  // namespace conform
