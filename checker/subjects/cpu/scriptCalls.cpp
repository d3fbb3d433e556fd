// The steps that call the API, and those on buffers and promises.
#include <algorithm>

#include "checker/subjects/cpu/Script.hpp"
#include "model/kernels/convertArguments.hpp"

namespace conform::cpu {
namespace {

/// The attributes of the interfaces. One that does not exist is undefined.
JsValue attributeOf(const JsValue& object, const std::string& name) {
  const auto shapeOf = [](const OperandDescriptor& descriptor) {
    Numbers numbers;
    for (const std::uint32_t dimension : descriptor.shape) numbers.push_back(Number::ofInteger(dimension));
    return JsValue{std::move(numbers)};
  };
  if (const MLContext* context = as<MLContext>(object)) {
    if (name == "lost") return context->lost;
    if (name == "accelerated") return context->accelerated;
  }
  if (const MLTensor* tensor = as<MLTensor>(object)) {
    if (name == "dataType") return std::string(nameOf(tensor->descriptor.dataType));
    if (name == "shape") return shapeOf(tensor->descriptor);
    if (name == "readable") return tensor->readable;
    if (name == "writable") return tensor->writable;
    if (name == "constant") return tensor->isConstant;
  }
  if (const MLOperand* operand = as<MLOperand>(object)) {
    if (name == "dataType") return std::string(nameOf(operand->descriptor.dataType));
    if (name == "shape") return shapeOf(operand->descriptor);
  }
  return Undefined{};
}

}  // namespace

// A call that refers to a name that is bound to nothing is not run. A method that an object does not have is a
// TypeError, which is thrown even where the method would have returned a promise.

void Script::step(const CreateContext& call) {
  finish(call.as, createContext(realm_, call.options, call.fromGPUDevice, !call.denied));
}

void Script::step(const CreateTensor& call) {
  const auto on = valueOf(call.on);
  if (!on) return;
  MLContext* context = as<MLContext>(*on);
  finish(call.as, context ? context->createTensor(call.descriptor, call.as) : Error::TypeError);
}

void Script::step(const CreateConstantTensor& call) {
  const auto on = valueOf(call.on), data = valueOf(call.data);
  if (!on || !data) return;
  MLContext* context = as<MLContext>(*on);
  finish(call.as, context ? context->createConstantTensor(call.descriptor, *data, call.as) : Error::TypeError);
}

void Script::step(const ReadTensor& call) {
  const auto on = valueOf(call.on), tensor = valueOf(call.tensor);
  std::optional<JsValue> into = JsValue{Undefined{}};
  if (call.into) {
    if (const auto* name = std::get_if<Name>(&*call.into)) into = valueOf(Reference{*name});
  }
  if (!on || !tensor || !into) return;
  MLContext* context = as<MLContext>(*on);
  if (context == nullptr) return finish(call.as, Error::TypeError);
  // The overload is chosen by the number of arguments: an explicit undefined is one too.
  finish(call.as, call.into ? context->readTensor(*tensor, *into, call.as) : context->readTensor(*tensor, call.as));
}

void Script::step(const WriteTensor& call) {
  const auto on = valueOf(call.on), tensor = valueOf(call.tensor), data = valueOf(call.data);
  if (!on || !tensor || !data) return;
  MLContext* context = as<MLContext>(*on);
  finish(call.as, context ? context->writeTensor(*tensor, *data) : Error::TypeError);
}

void Script::step(const Dispatch& call) {
  const auto on = valueOf(call.on), graph = valueOf(call.graph);
  const auto inputs = valuesOf(call.inputs), outputs = valuesOf(call.outputs);
  if (!on || !graph || !inputs || !outputs) return;
  MLContext* context = as<MLContext>(*on);
  finish(call.as, context ? context->dispatch(*graph, *inputs, *outputs, call.as) : Error::TypeError);
}

void Script::step(const Destroy& call) {
  const auto on = valueOf(call.on);
  if (!on) return;
  if (MLTensor* tensor = as<MLTensor>(*on)) {
    tensor->destroy(MLTensor::By::Script);
  } else if (MLGraph* graph = as<MLGraph>(*on)) {
    graph->destroy();
  } else if (MLContext* context = as<MLContext>(*on)) {
    context->destroy();
  } else {
    return finish(call.as, Error::TypeError);  // There is no such method.
  }
  finish(call.as, JsValue{Undefined{}});
}

void Script::step(const Dispose& call) {
  if (valueOf(call.on)) finish(call.as, Error::TypeError);  // No interface of the draft has it.
}

void Script::step(const NewBuilder& call) {
  const auto context = valueOf(call.context);
  if (context) finish(call.as, newMLGraphBuilder(realm_, *context, !call.denied));
}

void Script::step(const Input& call) {
  const auto on = valueOf(call.on);
  if (!on) return;
  MLGraphBuilder* builder = as<MLGraphBuilder>(*on);
  finish(call.as, builder ? builder->input(call.name, call.descriptor) : Error::TypeError);
}

void Script::step(const Constant& call) {
  const auto on = valueOf(call.on);
  if (!on) return;
  MLGraphBuilder* builder = as<MLGraphBuilder>(*on);
  Completion completion = Error::TypeError;
  if (const auto* buffer = std::get_if<Constant::FromBuffer>(&call.from)) {
    const auto data = valueOf(buffer->data);
    if (!data) return;
    if (builder != nullptr) completion = builder->constant(buffer->descriptor, *data);
  } else if (const auto* tensor = std::get_if<Constant::FromTensor>(&call.from)) {
    const auto value = valueOf(tensor->tensor);
    if (!value) return;
    if (builder != nullptr) completion = builder->constant(*value);
  } else if (const auto* value = std::get_if<Constant::FromValue>(&call.from)) {
    if (builder != nullptr) completion = builder->constant(value->dataType, value->value);
  }
  finish(call.as, std::move(completion));
}

void Script::step(const Op& call) {
  const auto on = valueOf(call.on);
  if (!on) return;
  const Operator* op = operatorNamed(call.op);
  std::optional<Error> error;
  if (op == nullptr || as<MLGraphBuilder>(*on) == nullptr) error = Error::TypeError;
  std::vector<MLOperand*> operands;
  ConvertedArguments converted;
  if (!error) {
    auto result = convertArguments(*op, call.arguments, call.options, {realm_.extendedTypes});
    if (const Error* failed = std::get_if<Error>(&result)) {
      error = *failed;
    } else {
      converted = std::move(std::get<ConvertedArguments>(result));
    }
  }
  for (const Reference& reference : converted.operands) {
    const auto value = valueOf(reference);
    if (!value) return;
    operands.push_back(as<MLOperand>(*value));
    if (operands.back() == nullptr) error = Error::TypeError;
  }
  std::vector<MLOperand*> results;
  if (!error) {
    auto called = as<MLGraphBuilder>(*on)->call(*op, std::move(converted.arguments), operands);
    if (const Error* failed = std::get_if<Error>(&called)) {
      error = *failed;
    } else {
      results = std::get<std::vector<MLOperand*>>(called);
    }
  }
  if (call.asEach.empty()) return finish(call.as, error ? Completion{*error} : JsValue{results.front()});
  for (std::size_t i = 0; i < call.asEach.size(); ++i) {
    if (error) {
      finish(call.asEach[i], *error);
    } else if (i < results.size()) {
      finish(call.asEach[i], JsValue{results[i]});
    } else {
      finish(call.asEach[i], JsValue{Undefined{}});
    }
  }
}

void Script::step(const Build& call) {
  const auto on = valueOf(call.on);
  const auto outputs = valuesOf(call.outputs);
  if (!on || !outputs) return;
  MLGraphBuilder* builder = as<MLGraphBuilder>(*on);
  finish(call.as, builder ? builder->build(*outputs, call.as) : Error::TypeError);
}

void Script::step(const Get& call) {
  const auto on = valueOf(call.on);
  if (on) finish(call.as, attributeOf(*on, call.attribute));
}

void Script::step(const Same& call) {
  const auto a = valueOf(Reference{call.a}), b = valueOf(Reference{call.b});
  if (a && b) finish(call.as, JsValue{isSame(*a, *b)});
}

// ---- Buffers ----

void Script::step(const MakeBuffer& make) {
  BufferSource source;
  source.type = make.type;
  if (make.over.empty()) {
    ArrayBuffer& buffer = realm_.arrayBuffers.emplace_back();
    buffer.bytes = make.bytes;
    buffer.isShared = make.type == BufferType::SharedArrayBuffer;
    buffer.isResizable = make.maxByteLength.has_value();
    source.buffer = &buffer;
    source.length = buffer.bytes.size();
  } else {
    const auto over = valueOf(Reference{make.over});
    const BufferSource* base = over ? as<BufferSource>(*over) : nullptr;
    if (base == nullptr || make.offset > base->buffer->bytes.size()) return;
    const std::size_t rest = base->buffer->bytes.size() - make.offset;
    source.buffer = base->buffer;
    source.offset = make.offset;
    source.length = make.length ? std::min(rest, *make.length * elementSizeOf(make.type)) : rest;
  }
  bind(make.buffer, &realm_.bufferSources.emplace_back(source));
}

void Script::step(const Detach& detach) {
  const auto value = valueOf(Reference{detach.buffer});
  const BufferSource* source = value ? as<BufferSource>(*value) : nullptr;
  if (source == nullptr || source->buffer->isShared) return;  // Shared memory cannot be transferred.
  source->buffer->isDetached = true;
}

void Script::step(const Fill& fill) {
  const auto value = valueOf(Reference{fill.buffer});
  if (const BufferSource* source = value ? as<BufferSource>(*value) : nullptr) cpu::fill(*source, fill.value);
}

void Script::step(const Peek& peek) {
  const auto value = valueOf(Reference{peek.buffer});
  BufferSource* source = value ? as<BufferSource>(*value) : nullptr;
  if (source == nullptr) return;
  BufferSource seen = *source;
  seen.contents = peek.dataType;
  finish(peek.as, JsValue{&realm_.bufferSources.emplace_back(seen)});
}

// ---- Promises and microtasks ----

void Script::step(const Microtask& microtask) {
  realm_.loop.queueMicrotask([this, steps = &microtask.steps] { runBody(*steps); });
}

void Script::step(const Then& then) {
  const Binding* binding = find(then.name);
  if (binding == nullptr || binding->promise == nullptr) return;
  binding->promise->whenSettled([this, then = &then, promise = binding->promise] {
    const bool isFulfilled = promise->state() == Promise::State::Fulfilled;
    if (then->when == Then::When::fulfilled && !isFulfilled) return;
    if (then->when == Then::When::rejected && isFulfilled) return;
    runBody(then->steps);
  });
}

void Script::step(const Mark& mark) {
  if (!isSettingUp_) observe({Observation::Kind::Marked, mark.mark, {}});
}

void Script::step(const Pollute& pollute) {
  Pollution& pollution = realm_.loop.pollution();
  (pollute.prototype == Pollute::Prototype::Object ? pollution.ofObject : pollution.ofMLTensor) = true;
}

void Script::step(const Unpollute&) {
  realm_.loop.pollution() = {};
}

}  // namespace conform::cpu
