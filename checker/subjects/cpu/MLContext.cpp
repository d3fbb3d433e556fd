// ML.createContext() and the methods of MLContext: the script's part, in the order of the draft's steps.
#include <algorithm>

#include "checker/subjects/cpu/Realm.hpp"
#include "checker/subjects/cpu/entries.hpp"
#include "checker/subjects/cpu/objects.hpp"

namespace conform::cpu {
namespace {

/// WebIDL: MLContextOptions. Nothing: a TypeError.
std::optional<bool> convertContextOptions(const ArgumentRecord& options) {
  bool accelerated = true;
  for (const auto& [name, argument] : options) {
    if (std::holds_alternative<Undefined>(argument.value)) continue;
    if (name == "powerPreference") {
      const auto* text = std::get_if<std::string>(&argument.value);
      if (text == nullptr || (*text != "default" && *text != "high-performance" && *text != "low-power")) {
        return std::nullopt;
      }
    }
    if (name == "accelerated") {
      const auto* flag = std::get_if<bool>(&argument.value);
      const auto* number = std::get_if<Number>(&argument.value);
      const auto* text = std::get_if<std::string>(&argument.value);
      if (flag != nullptr) accelerated = *flag;
      if (number != nullptr) accelerated = number->real < 0 || number->real > 0;
      if (text != nullptr) accelerated = !text->empty();
      if (std::holds_alternative<Null>(argument.value)) accelerated = false;
    }
  }
  return accelerated;
}

/// Uses up one failNext{createContext}, if there is one.
bool takeUnsupported(std::atomic<std::int32_t>& left) {
  std::int32_t now = left.load();
  while (now > 0) {
    if (left.compare_exchange_weak(now, now - 1)) return true;
  }
  return false;
}

/// What createContext() does in parallel.
void createInParallel(Realm& realm, Promise* promise, bool accelerated, std::uint64_t seed) {
  if (takeUnsupported(realm.unsupportedContexts)) {
    realm.loop.queueMLTask([promise] { promise->reject(Error::NotSupportedError); });
    return;
  }
  realm.moments.pass();
  // The object itself is made in the task: nobody can tell, and it belongs to script.
  realm.loop.queueMLTask([&realm, promise, accelerated, seed] {
    promise->resolve(&realm.contexts.emplace_back(realm, realm.device, accelerated, seed));
  });
}

/// Hands it to a thread of the device, and on to another one a few times: contexts come in any order.
void postInParallel(Realm& realm, std::uint32_t hops, Job job, Busy busy) {
  boost::asio::post(realm.device, [&realm, hops, job = std::move(job), busy = std::move(busy)]() mutable {
    if (hops == 0) return job();
    postInParallel(realm, hops - 1, std::move(job), std::move(busy));
  });
}

/// *validate tensors with descriptors*
bool validateTensors(const std::vector<std::pair<std::string, MLTensor*>>& tensors,
                     const std::vector<std::pair<std::string, OperandDescriptor>>& descriptors) {
  if (tensors.size() != descriptors.size()) return false;
  for (const auto& [name, tensor] : tensors) {
    if (tensor->isConstant) return false;
    const auto described = std::find_if(descriptors.begin(), descriptors.end(),
                                        [&, key = &name](const auto& entry) { return entry.first == *key; });
    if (described == descriptors.end()) return false;
    if (!(tensor->descriptor == described->second)) return false;
  }
  return true;
}

/// WebIDL: MLNamedTensors.
std::optional<std::vector<std::pair<std::string, MLTensor*>>> convertTensors(const JsRecord& record) {
  std::vector<std::pair<std::string, MLTensor*>> tensors;
  for (const auto& [name, value] : record) {
    MLTensor* tensor = as<MLTensor>(value);
    if (tensor == nullptr) return std::nullopt;
    tensors.emplace_back(name, tensor);
  }
  return tensors;
}

/// WebIDL: AllowSharedBufferSource.
BufferSource* convertBufferSource(const JsValue& value) {
  BufferSource* source = as<BufferSource>(value);
  return source != nullptr && isAllowSharedBufferSource(*source) ? source : nullptr;
}

std::vector<std::uint8_t> copyOf(const BufferSource& source) {
  const auto bytes = source.bytes();
  return {bytes.begin(), bytes.end()};
}

Error errorAfterDestroy(const Realm& realm) {
  return realm.faults.destroyedIsInvalidState ? Error::InvalidStateError : Error::TypeError;
}

bool mayNotBeUsed(const Realm& realm, const MLTensor& tensor) {
  return tensor.isDestroyed && !realm.faults.useAfterDestroy;
}

}  // namespace

Completion createContext(Realm& realm, const ArgumentRecord& options, bool fromGPUDevice, bool isAllowed) {
  std::optional<bool> accelerated = true;
  if (!fromGPUDevice) accelerated = convertContextOptions(options);
  if (!accelerated) return JsValue{realm.newRejectedPromise(Error::TypeError)};
  if (!isAllowed) return JsValue{realm.newRejectedPromise(Error::SecurityError)};  // Step 3.
  Promise* promise = realm.newPromise();                                           // 4.
  const std::uint64_t seed = realm.choices.seed();
  Job create = [&realm, promise, accelerated = *accelerated, seed] {
    createInParallel(realm, promise, accelerated, seed);
  };
  if (realm.loop.isAlone()) {
    create();
  } else {
    postInParallel(realm, realm.choices.below(3), std::move(create), Busy(realm.activity));
  }
  return JsValue{promise};
}

MLContext::MLContext(Realm& realm, boost::asio::thread_pool& device, bool accelerated, std::uint64_t seed)
    : realm(realm),
      accelerated(accelerated),
      lost(realm.newPromise()),
      timeline(realm, device.get_executor(), isLost, seed) {
  lost->tellSettlement(isLost);
}

Completion MLContext::createTensor(const Descriptor& given, const std::string& name) {
  const std::optional<OperandDescriptor> descriptor = convertDescriptor(realm, given);
  if (!descriptor) return JsValue{realm.newRejectedPromise(Error::TypeError)};
  if (isLost) return JsValue{realm.newRejectedPromise(Error::InvalidStateError)};  // 3
  MLTensor& tensor = realm.tensors.emplace_back();                                 // 4
  tensor.context = this;
  tensor.descriptor = *descriptor;
  tensor.readable = given.readable;
  tensor.writable = given.writable;
  tensor.name = name;
  tensor.data = std::make_unique<TensorData>();
  tensor.data->descriptor = *descriptor;
  tensors.push_back(&tensor);
  Promise* promise = realm.newPromise();  // 5
  timeline.enqueue(std::make_unique<AllocateTensor>(tensor, promise, std::nullopt));
  return JsValue{promise};
}

Completion MLContext::createConstantTensor(const Descriptor& given, const JsValue& inputData, const std::string& name) {
  const std::optional<OperandDescriptor> descriptor = convertDescriptor(realm, given);
  const BufferSource* source = convertBufferSource(inputData);
  if (!descriptor || source == nullptr) return JsValue{realm.newRejectedPromise(Error::TypeError)};
  if (isLost) return JsValue{realm.newRejectedPromise(Error::InvalidStateError)};                 // 3
  if (!checkDimensions(*descriptor)) return JsValue{realm.newRejectedPromise(Error::TypeError)};  // 4
  if (!validateBufferWithDescriptor(*source, *descriptor)) {                                      // 5
    return JsValue{realm.newRejectedPromise(Error::TypeError)};
  }
  MLTensor& tensor = realm.tensors.emplace_back();  // 8
  tensor.context = this;
  tensor.descriptor = *descriptor;
  tensor.isConstant = true;
  tensor.name = name;
  tensor.data = std::make_unique<TensorData>();
  tensor.data->descriptor = *descriptor;
  tensors.push_back(&tensor);
  Promise* promise = realm.newPromise();  // 9
  timeline.enqueue(std::make_unique<AllocateTensor>(tensor, promise, copyOf(*source)));
  return JsValue{promise};
}

Completion MLContext::readTensor(const JsValue& value, const std::string& name) {
  MLTensor* tensor = as<MLTensor>(value);
  if (tensor == nullptr) return JsValue{realm.newRejectedPromise(Error::TypeError)};
  if (tensor->context != this) return JsValue{realm.newRejectedPromise(Error::TypeError)};                         // 3
  if (mayNotBeUsed(realm, *tensor)) return JsValue{realm.newRejectedPromise(errorAfterDestroy(realm))};            // 4
  if (!tensor->readable && !realm.faults.notReadable) return JsValue{realm.newRejectedPromise(Error::TypeError)};  // 5
  return JsValue{enqueueRead(*tensor, nullptr, name)};
}

Completion MLContext::readTensor(const JsValue& value, const JsValue& outputData, const std::string& name) {
  MLTensor* tensor = as<MLTensor>(value);
  BufferSource* into = convertBufferSource(outputData);
  if (tensor == nullptr || into == nullptr) return JsValue{realm.newRejectedPromise(Error::TypeError)};
  if (tensor->context != this) return JsValue{realm.newRejectedPromise(Error::TypeError)};                         // 3
  if (mayNotBeUsed(realm, *tensor)) return JsValue{realm.newRejectedPromise(errorAfterDestroy(realm))};            // 4
  if (!tensor->readable && !realm.faults.notReadable) return JsValue{realm.newRejectedPromise(Error::TypeError)};  // 5
  if (!validateBufferWithDescriptor(*into, tensor->descriptor)) {                                                  // 6
    return JsValue{realm.newRejectedPromise(Error::TypeError)};
  }
  return JsValue{enqueueRead(*tensor, into, name)};
}

Promise* MLContext::enqueueRead(MLTensor& tensor, BufferSource* into, const std::string& name) {
  Promise* promise = realm.newPromise();
  tensor.pendingPromises.push_back(promise);
  timeline.enqueue(std::make_unique<ReadData>(tensor, promise, into, name));
  return promise;
}

Completion MLContext::writeTensor(const JsValue& value, const JsValue& inputData) {
  MLTensor* tensor = as<MLTensor>(value);
  const BufferSource* source = convertBufferSource(inputData);
  if (tensor == nullptr || source == nullptr) return Error::TypeError;
  if (tensor->context != this) return Error::TypeError;                                     // 1
  if (mayNotBeUsed(realm, *tensor)) return errorAfterDestroy(realm);                        // 2
  if (!tensor->writable && !realm.faults.notReadable) return Error::TypeError;              // 3
  if (!validateBufferWithDescriptor(*source, tensor->descriptor)) return Error::TypeError;  // 4
  timeline.enqueue(std::make_unique<WriteData>(*tensor, copyOf(*source)));                  // 5 to 7
  return JsValue{Undefined{}};
}

Completion MLContext::dispatch(const JsValue& graphValue, const JsRecord& inputRecord, const JsRecord& outputRecord,
                               const std::string& name) {
  MLGraph* graph = as<MLGraph>(graphValue);
  const auto inputs = convertTensors(inputRecord);
  const auto outputs = convertTensors(outputRecord);
  if (graph == nullptr || !inputs || !outputs) return Error::TypeError;
  if (graph->context != this) return Error::TypeError;                                          // 1
  if (graph->isDestroyed && !realm.faults.destroyedGraphRuns) return Error::InvalidStateError;  // 2
  std::vector<MLTensor*> allTensors;                                                            // 3
  for (const auto& [key, tensor] : *inputs) allTensors.push_back(tensor);
  for (const auto& [key, tensor] : *outputs) allTensors.push_back(tensor);
  for (auto tensor = allTensors.begin(); tensor != allTensors.end(); ++tensor) {  // 4
    const bool isDuplicate = std::find(allTensors.begin(), tensor, *tensor) != tensor;
    if (isDuplicate && !realm.faults.aliasing) return Error::TypeError;
  }
  for (const MLTensor* tensor : allTensors) {  // 5
    if (tensor->context != this) return Error::TypeError;
    if (mayNotBeUsed(realm, *tensor)) return errorAfterDestroy(realm);
  }
  if (!validateTensors(*inputs, graph->inputDescriptors)) return Error::TypeError;    // 6
  if (!validateTensors(*outputs, graph->outputDescriptors)) return Error::TypeError;  // 7
  timeline.enqueue(std::make_unique<Compute>(*graph, *inputs, *outputs, name));       // 8
  return JsValue{Undefined{}};
}

void MLContext::destroy() {
  if (isLost) return;  // 1
  lose();              // 2
}

void MLContext::lose() {
  const bool isLate = realm.faults.lostLate, isNever = realm.faults.lostNever;
  MLContextLostInfo* info = &realm.lostInfos.emplace_back(MLContextLostInfo{"the context was lost"});  // 1, 2
  if (!isLate && !isNever) lost->resolve(info);                                                        // 3
  // 4 and 5: the draft does not say in which order.
  std::vector<MLGraph*> graphsNow = graphs;
  std::vector<MLTensor*> tensorsNow = tensors;
  realm.choices.shuffle(graphsNow);
  realm.choices.shuffle(tensorsNow);
  for (MLGraph* graph : graphsNow) graph->destroy();
  if (!realm.faults.lossSpareTensors) {
    for (MLTensor* tensor : tensorsNow) tensor->destroy(MLTensor::By::Loss);
  }
  if (isLate) lost->resolve(info);
  if (isNever) isLost = true;
}

}  // namespace conform::cpu
