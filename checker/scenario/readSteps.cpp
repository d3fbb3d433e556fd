// The steps of a scenario: calls, buffers, script control, device events.
#include <algorithm>
#include <cmath>

#include "checker/scenario/Reader.hpp"
#include "model/kernels/Operator.hpp"
#include "model/vocabulary/suggest.hpp"

namespace conform {
namespace {

constexpr std::size_t deepestSteps = 8;

std::vector<std::string> namesOfKind(const Reader& reader, NameKind kind) {
  std::vector<std::string> names;
  for (const auto& [name, entry] : reader.names) {
    if (kind == NameKind::Other || entry.kind == kind) names.push_back(name);
  }
  return names;
}

/// A name that must be defined somewhere. What it is bound to when the step runs, the run shows.
Name existing(Reader& reader, const Cursor& at, NameKind kind) {
  const std::string name = reader.string(at);
  if (at.node->isString() && !reader.names.contains(name)) {
    const std::string near = didYouMean(name, namesOfKind(reader, kind));
    reader.error(at, "no " + std::string(nameOf(kind)) + " named \"" + name.substr(0, 60) + "\"" +
                         (near.empty() ? didYouMean(name, namesOfKind(reader, NameKind::Other)) : near));
  }
  return name;
}

Reference referenceIn(Reader& reader, const Cursor& at, NameKind kind) {
  constexpr std::string_view promise = "$promise:";
  if (!at.node->isString() || !at.node->text.starts_with(promise)) return {existing(reader, at, kind), false};
  JsonNode node = *at.node;
  node.text = node.text.substr(promise.size());
  return {existing(reader, {&node, at.pointer}, NameKind::Other), true};
}

/// Reading one step: its keys, by name.
class StepReader {
 public:
  StepReader(Reader& reader, Cursor at, std::size_t depth)
      : reader_(reader), at_(std::move(at)), object_(reader, at_), depth_(depth) {}

  Step read() {
    Step step;
    step.place = reader_.placeOfNode(at_);
    if (at_.node->isObject()) {
      if (object_.has("call")) {
        call(step);
      } else if (object_.has("event")) {
        event(step);
      } else {
        control(step);
      }
      object_.finish();
    }
    return step;
  }

 private:
  // ---- Parts ----

  Reference on(NameKind kind) {
    Reference reference = this->reference("on", kind);
    const auto entry = reader_.names.find(reference.name);
    if (!reference.isPromise && entry != reader_.names.end() && entry->second.kind == NameKind::Other) {
      reader_.error(*object_.get("on"), "\"" + reference.name.substr(0, 60) +
                                            "\" is no object of the API: it is what a call without one gives");
    }
    return reference;
  }
  Reference reference(const char* key, NameKind kind) {
    const auto at = object_.need(key);
    return at ? referenceIn(reader_, *at, kind) : Reference{};
  }
  Name name(const char* key) {
    const auto at = object_.need(key);
    return at ? reader_.string(*at) : Name{};
  }
  Name as() {
    const auto at = object_.get("as");
    return at ? reader_.string(*at) : Name{};
  }
  /// A result that later steps use has to have a name; one that is only observed may go without.
  Name needAs() { return name("as"); }
  bool isDenied() {
    const auto at = object_.get("policy");
    return at && reader_.oneOf<bool>(*at, "a policy", {{"denied", true}});
  }

  Descriptor descriptor() {
    Descriptor descriptor;
    const auto at = object_.need("descriptor");
    if (!at) return descriptor;
    ObjectReader object{reader_, *at};
    if (const auto type = object.get("dataType")) descriptor.dataType = reader_.string(*type);
    if (const auto shape = object.get("shape"); shape && reader_.isArray(*shape)) {
      descriptor.shape.emplace();
      for (std::size_t i = 0; i < shape->node->items.size(); ++i)
        descriptor.shape->push_back(reader_.number(shape->item(i)));
    }
    if (const auto readable = object.get("readable")) descriptor.readable = reader_.boolean(*readable);
    if (const auto writable = object.get("writable")) descriptor.writable = reader_.boolean(*writable);
    object.finish();
    return descriptor;
  }
  static DataType typeOf(const Descriptor& descriptor) {
    return dataTypeNamed(descriptor.dataType.value_or("float32")).value_or(DataType::float32);
  }

  Source source(DataType type) {
    const auto data = object_.get("data"), buffer = object_.get("buffer");
    if (data && buffer) reader_.error(*buffer, "either \"data\" or \"buffer\", not both");
    if (!data && !buffer) reader_.error(at_, "\"data\" or \"buffer\" is missing");
    if (buffer) return existing(reader_, *buffer, NameKind::Buffer);
    return data ? contentsIn(reader_, *data, type) : Contents{type, {}};
  }

  std::variant<Reference, Argument> tensor() {
    if (const auto raw = object_.get("tensorRaw")) {
      object_.get("tensor");
      return rawArgument(*raw);
    }
    return reference("tensor", NameKind::Tensor);
  }

  std::vector<std::pair<std::string, std::optional<Reference>>> record(const char* key, NameKind kind) {
    std::vector<std::pair<std::string, std::optional<Reference>>> record;
    const auto at = object_.need(key);
    if (!at || !reader_.isObject(*at)) return record;
    for (std::size_t i = 0; i < at->node->keys.size(); ++i) {
      const Cursor member = at->member(i);
      const bool isUndefined = member.node->kind == JsonNode::Kind::Null;
      record.emplace_back(at->node->keys[i],
                          isUndefined ? std::nullopt : std::optional{referenceIn(reader_, member, kind)});
    }
    return record;
  }

  std::vector<Step> body(const Cursor& at) { return readSteps(reader_, at, depth_ + 1); }

  // ---- Arguments of operators ----

  /// A value as it stands: for what is no operand on purpose, and for the options of a context.
  Argument rawArgument(const Cursor& at) {
    switch (at.node->kind) {
      case JsonNode::Kind::Null:
        return {Null{}};
      case JsonNode::Kind::Boolean:
        return {at.node->boolean};
      case JsonNode::Kind::Number:
        return {at.node->number};
      case JsonNode::Kind::String:
        return {at.node->text};
      case JsonNode::Kind::Array: {
        ArgumentList list;
        for (std::size_t i = 0; i < at.node->items.size(); ++i) list.push_back(rawArgument(at.item(i)));
        return {std::move(list)};
      }
      case JsonNode::Kind::Object:
        break;
    }
    ArgumentRecord record;
    for (std::size_t i = 0; i < at.node->keys.size(); ++i)
      record.emplace_back(at.node->keys[i], rawArgument(at.member(i)));
    return {std::move(record)};
  }

  /// What a parameter of this kind is given: a string is an operand's name, a number or a word, as the signature has
  /// it. null stands for undefined.
  Argument argument(const Cursor& at, const Parameter* parameter) {
    const bool isOperand = parameter && (parameter->kind == Kind::Operand || parameter->kind == Kind::Operands);
    if (at.node->kind == JsonNode::Kind::Null) return {Undefined{}};
    if (at.node->isArray()) {
      ArgumentList list;
      for (std::size_t i = 0; i < at.node->items.size(); ++i) list.push_back(argument(at.item(i), parameter));
      return {std::move(list)};
    }
    if (!at.node->isString()) return rawArgument(at);
    const bool isName = reader_.names.contains(at.node->text) || at.node->text.starts_with("$promise:");
    if (isOperand || (!parameter && isName)) return {referenceIn(reader_, at, NameKind::Operand)};
    if (parameter && isWord(parameter->kind)) return {at.node->text};
    if (const std::optional<Number> number = numberIn(*at.node)) return {*number};
    if (isName) return {referenceIn(reader_, at, NameKind::Operand)};
    return {at.node->text};
  }
  static bool isWord(Kind kind) {
    return kind == Kind::Enumeration || kind == Kind::Enumerations || kind == Kind::DataType;
  }

  static const Parameter* parameterNamed(const std::vector<Parameter>& parameters, const std::string& name) {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& parameter) { return parameter.name == name; });
    return found == parameters.end() ? nullptr : &*found;
  }

  Op operation() {
    Op op;
    op.on = on(NameKind::Builder);
    const auto opAt = object_.need("op");
    if (opAt) op.op = reader_.string(*opAt);
    const Operator* known = operatorNamed(op.op);
    if (!known && opAt && opAt->node->isString()) {
      std::vector<std::string> all;
      for (const Operator* one : operators()) all.emplace_back(one->name);
      reader_.error(*opAt, "no operator named \"" + op.op.substr(0, 60) + "\"" + didYouMean(op.op, all));
    }
    if (const auto args = object_.need("args"); args && reader_.isArray(*args)) {
      for (std::size_t i = 0; i < args->node->items.size(); ++i) {
        const Parameter* parameter = known && i < known->parameters.size() ? &known->parameters[i] : nullptr;
        op.arguments.push_back(argument(args->item(i), parameter));
      }
    }
    if (const auto options = object_.get("options"); options && reader_.isObject(*options)) {
      op.options.emplace();
      for (std::size_t i = 0; i < options->node->keys.size(); ++i) {
        const std::string& key = options->node->keys[i];
        const Parameter* parameter = known ? parameterNamed(known->options, key) : nullptr;
        op.options->emplace_back(key, argument(options->member(i), parameter));
      }
    }
    if (const auto names = object_.get("as"); names && names->node->isArray()) {
      op.asEach = reader_.strings(*names);
    } else if (names) {
      op.as = reader_.string(*names);
    }
    return op;
  }

  // ---- The kinds of steps ----

  void call(Step& step) {
    const Cursor at = *object_.get("call");
    const std::string call = reader_.string(at);
    if (call == "createContext") {
      CreateContext create;
      create.as = needAs();
      if (const auto options = object_.get("options"); options && reader_.isObject(*options))
        create.options = std::get<ArgumentRecord>(rawArgument(*options).value);
      if (const auto device = object_.get("gpuDevice")) create.fromGPUDevice = reader_.boolean(*device);
      create.denied = isDenied();
      step.what = std::move(create);
    } else if (call == "createTensor") {
      step.what = CreateTensor{on(NameKind::Context), descriptor(), needAs()};
    } else if (call == "createConstantTensor") {
      CreateConstantTensor create{on(NameKind::Context), descriptor(), {}, needAs()};
      create.data = source(typeOf(create.descriptor));
      step.what = std::move(create);
    } else if (call == "readTensor") {
      ReadTensor read{on(NameKind::Context), tensor(), std::nullopt, as()};
      if (const auto into = object_.get("into")) {
        if (into->node->kind == JsonNode::Kind::Null) {
          read.into = Undefined{};
        } else {
          read.into = existing(reader_, *into, NameKind::Buffer);
        }
      }
      step.what = std::move(read);
    } else if (call == "writeTensor") {
      WriteTensor write{on(NameKind::Context), tensor(), {}, as()};
      const auto* reference = std::get_if<Reference>(&write.tensor);
      const auto entry = reference ? reader_.names.find(reference->name) : reader_.names.end();
      write.data = source(entry == reader_.names.end() ? DataType::float32 : entry->second.type);
      step.what = std::move(write);
    } else if (call == "dispatch") {
      step.what = Dispatch{on(NameKind::Context), reference("graph", NameKind::Graph),
                           record("inputs", NameKind::Tensor), record("outputs", NameKind::Tensor), as()};
    } else if (call == "destroy") {
      step.what = Destroy{on(NameKind::Other), as()};
    } else if (call == "dispose") {
      step.what = Dispose{on(NameKind::Other), as()};
    } else if (call == "newBuilder") {
      step.what = NewBuilder{reference("context", NameKind::Context), isDenied(), needAs()};
    } else if (call == "input") {
      step.what = Input{on(NameKind::Builder), name("name"), descriptor(), as()};
    } else if (call == "constant") {
      step.what = constant();
    } else if (call == "op") {
      step.what = operation();
    } else if (call == "build") {
      step.what = Build{on(NameKind::Builder), record("outputs", NameKind::Operand), as()};
    } else if (call == "get") {
      step.what = Get{on(NameKind::Other), name("attr"), needAs()};
    } else if (call == "same") {
      const auto a = object_.need("a"), b = object_.need("b");
      step.what = Same{a ? existing(reader_, *a, NameKind::Other) : Name{},
                       b ? existing(reader_, *b, NameKind::Other) : Name{}, needAs()};
    } else {
      unknown(at, call, "call",
              {"createContext", "createTensor", "createConstantTensor", "readTensor", "writeTensor", "dispatch",
               "destroy", "dispose", "newBuilder", "input", "constant", "op", "build", "get", "same"});
    }
  }

  Constant constant() {
    Constant constant{on(NameKind::Builder), {}, as()};
    if (object_.has("tensor")) {
      constant.from = Constant::FromTensor{reference("tensor", NameKind::Tensor)};
    } else if (object_.has("value")) {
      const Number value = reader_.number(*object_.get("value"));
      constant.from = Constant::FromValue{name("dataType"), value};
    } else {
      Constant::FromBuffer from{descriptor(), {}};
      from.data = source(typeOf(from.descriptor));
      constant.from = std::move(from);
    }
    return constant;
  }

  void event(Step& step) {
    const Cursor at = *object_.get("event");
    const std::string event = reader_.string(at);
    if (event == "pause") {
      step.what = Pause{on(NameKind::Context)};
    } else if (event == "resume") {
      step.what = Resume{on(NameKind::Context)};
    } else if (event == "drain") {
      step.what = Drain{on(NameKind::Context)};
    } else if (event == "runTimeline") {
      const Reference context = on(NameKind::Context);
      const auto tasks = object_.need("tasks");
      step.what = RunTimeline{context, tasks ? reader_.count(*tasks, 1'000'000) : 0};
    } else if (event == "failNext") {
      step.what = failNext();
    } else if (event == "deviceFail") {
      step.what = DeviceFail{on(NameKind::Context)};
    } else if (event == "deviceLost") {
      step.what = DeviceLost{on(NameKind::Context)};
    } else if (event == "contextLost") {
      step.what = ContextLost{on(NameKind::Context)};
    } else if (event == "documentGone") {
      step.what = DocumentGone{};
    } else {
      unknown(at, event, "event",
              {"pause", "resume", "drain", "runTimeline", "failNext", "deviceFail", "deviceLost", "contextLost",
               "documentGone"});
    }
  }

  FailNext failNext() {
    FailNext fail;
    if (const auto op = object_.need("op")) {
      std::vector<std::pair<std::string, FailNext::Operation>> words;
      using enum FailNext::Operation;
      for (const auto operation : {createTensor, constantCopy, read, write, compute, build, createContext})
        words.emplace_back(nameOf(operation), operation);
      fail.operation = reader_.oneOf(*op, "an operation", words);
    }
    if (fail.operation != FailNext::Operation::createContext) fail.on = on(NameKind::Context);
    return fail;
  }

  void control(Step& step) {
    if (const auto at = object_.get("await")) {
      step.what = Await{existing(reader_, *at, NameKind::Other)};
    } else if (const auto at = object_.get("turn")) {
      onlyTrue(*at);
      step.what = Turn{};
    } else if (const auto at = object_.get("settle")) {
      onlyTrue(*at);
      step.what = Settle{};
    } else if (const auto at = object_.get("microtask")) {
      step.what = Microtask{body(*at)};
    } else if (const auto at = object_.get("then")) {
      Then then{existing(reader_, *at, NameKind::Other), Then::When::settled, {}};
      if (const auto when = object_.get("when"))
        then.when = reader_.oneOf<Then::When>(*when, "a moment",
                                              {{"settled", Then::When::settled},
                                               {"fulfilled", Then::When::fulfilled},
                                               {"rejected", Then::When::rejected}});
      if (const auto calls = object_.need("calls")) then.steps = body(*calls);
      step.what = std::move(then);
    } else if (const auto at = object_.get("mark")) {
      step.what = Mark{reader_.string(*at)};
    } else if (const auto at = object_.get("pollute")) {
      step.what =
          Pollute{reader_.oneOf<Pollute::Prototype>(*at, "what to patch",
                                                    {{"Object.prototype.then", Pollute::Prototype::Object},
                                                     {"MLTensor.prototype.then", Pollute::Prototype::MLTensor}})};
    } else if (const auto at = object_.get("unpollute")) {
      onlyTrue(*at);
      step.what = Unpollute{};
    } else {
      buffers(step);
    }
  }

  void onlyTrue(const Cursor& at) {
    if (!reader_.boolean(at) && at.node->kind == JsonNode::Kind::Boolean) reader_.expected(at, "true");
  }

  void buffers(Step& step) {
    if (const auto at = object_.get("buffer")) {
      step.what = makeBuffer(reader_.string(*at));
    } else if (const auto at = object_.get("detach")) {
      step.what = Detach{existing(reader_, *at, NameKind::Buffer)};
    } else if (const auto at = object_.get("fill")) {
      const auto value = object_.need("value");
      step.what = Fill{existing(reader_, *at, NameKind::Buffer), value ? reader_.number(*value) : Number{}};
    } else if (const auto at = object_.get("peek")) {
      Peek peek{existing(reader_, *at, NameKind::Buffer), needAs(), DataType::float32};
      if (const auto type = object_.get("dataType")) peek.dataType = reader_.dataType(*type);
      step.what = std::move(peek);
    } else {
      reader_.error(at_,
                    "not a step: it needs one of call, event, await, turn, settle, microtask, then, mark, buffer, "
                    "detach, fill, peek, pollute, unpollute");
    }
  }

  MakeBuffer makeBuffer(const Name& name) {
    MakeBuffer buffer;
    buffer.buffer = name;
    const auto at = object_.need("make");
    if (!at) return buffer;
    ObjectReader object{reader_, *at};
    constexpr std::uint32_t largest = 1u << 28;
    if (const auto type = object.need("type")) buffer.type = bufferType(*type);
    if (const auto length = object.get("byteLength")) {
      const std::uint32_t bytes = reader_.count(*length, largest);
      reader_.bufferBytes += bytes;
      if (reader_.bufferBytes <= largest) {
        buffer.bytes.resize(bytes);
      } else {
        reader_.error(*length, "the buffers of a scenario have at most 2^28 bytes together");
      }
    }
    if (const auto data = object.get("data")) buffer.bytes = bytesOf(*data, buffer.type);
    if (const auto over = object.get("over")) buffer.over = existing(reader_, *over, NameKind::Buffer);
    if (const auto offset = object.get("offset")) buffer.offset = reader_.count(*offset, largest);
    if (const auto length = object.get("length")) buffer.length = reader_.count(*length, largest);
    if (const auto most = object.get("maxByteLength")) buffer.maxByteLength = reader_.count(*most, largest);
    object.finish();
    return buffer;
  }

  BufferType bufferType(const Cursor& at) {
    std::vector<std::pair<std::string, BufferType>> words;
    using enum BufferType;
    for (const BufferType type :
         {ArrayBuffer, SharedArrayBuffer, DataView, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array,
          Int32Array, Uint32Array, Float16Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array})
      words.emplace_back(nameOf(type), type);
    return reader_.oneOf(at, "the type of a buffer", words);
  }

  /// The initial contents. An ArrayBuffer counts as bytes; those that no tensor has are written out here.
  std::vector<std::uint8_t> bytesOf(const Cursor& at, BufferType type) {
    switch (type) {
      case BufferType::Float32Array:
        return contentsIn(reader_, at, DataType::float32).bytes;
      case BufferType::Float16Array:
        return contentsIn(reader_, at, DataType::float16).bytes;
      case BufferType::Int32Array:
        return contentsIn(reader_, at, DataType::int32).bytes;
      case BufferType::Uint32Array:
        return contentsIn(reader_, at, DataType::uint32).bytes;
      case BufferType::BigInt64Array:
        return contentsIn(reader_, at, DataType::int64).bytes;
      case BufferType::BigUint64Array:
        return contentsIn(reader_, at, DataType::uint64).bytes;
      case BufferType::Int8Array:
        return contentsIn(reader_, at, DataType::int8).bytes;
      case BufferType::ArrayBuffer:
      case BufferType::SharedArrayBuffer:
      case BufferType::DataView:
      case BufferType::Uint8Array:
      case BufferType::Uint8ClampedArray:
        return contentsIn(reader_, at, DataType::uint8).bytes;
      case BufferType::Int16Array:
      case BufferType::Uint16Array:
        return narrowed(contentsIn(reader_, at, DataType::int32).bytes);
      case BufferType::Float64Array:
        break;
    }
    return doubles(at);
  }

  /// The lower half of each 32-bit element.
  static std::vector<std::uint8_t> narrowed(const std::vector<std::uint8_t>& words) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i + 3 < words.size(); i += 4) bytes.insert(bytes.end(), {words[i], words[i + 1]});
    return bytes;
  }

  std::vector<std::uint8_t> doubles(const Cursor& at) {
    std::vector<std::uint8_t> bytes;
    if (!reader_.isArray(at)) return bytes;
    for (std::size_t i = 0; i < at.node->items.size(); ++i) {
      const double value = reader_.number(at.item(i)).real;
      const auto* raw = reinterpret_cast<const std::uint8_t*>(&value);
      bytes.insert(bytes.end(), raw, raw + sizeof value);
    }
    return bytes;
  }

  void unknown(const Cursor& at, const std::string& word, const std::string& what,
               const std::vector<std::string>& all) {
    if (at.node->isString())
      reader_.error(at, "no " + what + " \"" + word.substr(0, 60) + "\"" + didYouMean(word, all));
    // Its keys cannot be judged.
    for (const std::string& key : at_.node->keys) object_.get(key);
  }

  Reader& reader_;
  Cursor at_;
  ObjectReader object_;
  std::size_t depth_;
};

NameKind kindOfCall(const std::string& call) {
  if (call == "createContext") return NameKind::Context;
  if (call == "createTensor" || call == "createConstantTensor") return NameKind::Tensor;
  if (call == "newBuilder") return NameKind::Builder;
  if (call == "input" || call == "constant" || call == "op") return NameKind::Operand;
  if (call == "build") return NameKind::Graph;
  return NameKind::Other;
}

void define(Reader& reader, const Cursor& at, NameEntry entry) {
  if (!at.node->isString()) return;  // Reported when the step is read.
  const std::string& name = at.node->text;
  if (name.empty() || name.starts_with("$")) {
    reader.error(at, "not a name: empty, or it begins with $");
  } else if (!reader.names.emplace(name, entry).second) {
    reader.error(at, "the name \"" + name.substr(0, 60) + "\" is used twice");
  }
}

void collectName(Reader& reader, const Cursor& step) {
  const JsonNode* call = step.node->find("call");
  for (std::size_t i = 0; i < step.node->keys.size(); ++i) {
    const std::string& key = step.node->keys[i];
    const Cursor at = step.member(i);
    if (key == "as") {
      NameEntry entry{call && call->isString() ? kindOfCall(call->text) : NameKind::Other, DataType::float32};
      const JsonNode* descriptor = step.node->find("descriptor");
      const JsonNode* type = descriptor && descriptor->isObject() ? descriptor->find("dataType") : nullptr;
      if (type && type->isString()) entry.type = dataTypeNamed(type->text).value_or(DataType::float32);
      if (at.node->isArray()) {
        for (std::size_t j = 0; j < at.node->items.size(); ++j) define(reader, at.item(j), entry);
      } else {
        define(reader, at, entry);
      }
    } else if (key == "buffer" && step.node->find("make")) {
      define(reader, at, {NameKind::Buffer, DataType::float32});
    }
  }
}

}  // namespace

void collectNames(Reader& reader, const Cursor& steps, std::size_t depth) {
  if (!steps.node->isArray() || depth > deepestSteps) return;
  for (std::size_t i = 0; i < steps.node->items.size(); ++i) {
    const Cursor step = steps.item(i);
    if (!step.node->isObject()) continue;
    collectName(reader, step);
    for (std::size_t j = 0; j < step.node->keys.size(); ++j) {
      if (step.node->keys[j] == "microtask" || step.node->keys[j] == "calls")
        collectNames(reader, step.member(j), depth + 1);
    }
  }
}

std::vector<Step> readSteps(Reader& reader, const Cursor& at, std::size_t depth) {
  std::vector<Step> steps;
  if (!reader.isArray(at)) return steps;
  if (depth > deepestSteps) {
    reader.error(at, "steps are nested more than " + std::to_string(deepestSteps) + " deep");
    return steps;
  }
  for (std::size_t i = 0; i < at.node->items.size(); ++i) {
    const Cursor item = at.item(i);
    if (reader.isObject(item)) steps.push_back(StepReader(reader, item, depth).read());
  }
  return steps;
}

}  // namespace conform
