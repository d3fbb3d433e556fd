// The interfaces of the API as this implementation has them. Their methods and slots live on the script timeline; what
// a context's timeline touches is apart, in TensorData and GraphData.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/subjects/cpu/Buffers.hpp"
#include "checker/subjects/cpu/JsValue.hpp"
#include "checker/subjects/cpu/Promise.hpp"
#include "checker/subjects/cpu/Timeline.hpp"
#include "checker/subjects/cpu/memory.hpp"
#include "model/kernels/Operator.hpp"

namespace conform::cpu {

/// An argument of a record type: names and values, in order. (A name given twice has been refused by the reader.)
using JsRecord = std::vector<std::pair<std::string, JsValue>>;

struct MLContext {
  MLContext(Realm& realm, boost::asio::thread_pool& device, bool accelerated, std::uint64_t seed);

  // ---- Methods; `name` is what traces call the result ----
  Completion createTensor(const Descriptor& descriptor, const std::string& name);
  Completion createConstantTensor(const Descriptor& descriptor, const JsValue& inputData, const std::string& name);
  Completion readTensor(const JsValue& tensor, const std::string& name);
  Completion readTensor(const JsValue& tensor, const JsValue& outputData, const std::string& name);
  Completion writeTensor(const JsValue& tensor, const JsValue& inputData);
  Completion dispatch(const JsValue& graph, const JsRecord& inputs, const JsRecord& outputs, const std::string& name);
  void destroy();

  /// *lose*.
  void lose();
  /// *is lost*: whether [[lost]] is settled.
  std::atomic<bool> isLost{false};

  Realm& realm;
  const bool accelerated;
  Promise* lost;
  std::vector<MLTensor*> tensors;  ///< Of which [[context]] is this.
  std::vector<MLGraph*> graphs;
  Timeline timeline;

 private:
  Promise* enqueueRead(MLTensor& tensor, BufferSource* into, const std::string& name);
};

struct MLTensor {
  MLContext* context = nullptr;
  OperandDescriptor descriptor;
  bool readable = false, writable = false;
  bool isConstant = false;
  bool isDestroyed = false;
  std::vector<Promise*> pendingPromises;
  std::string name;                  ///< For traces.
  std::unique_ptr<TensorData> data;  ///< [[data]]

  /// Who destroys it: script by calling destroy(), or *lose*.
  enum class By : std::uint8_t { Script, Loss };
  void destroy(By by);

 private:
  void settlePendingPromises(By by);
};

struct MLGraph {
  MLContext* context = nullptr;
  bool isDestroyed = false;
  std::vector<std::pair<std::string, OperandDescriptor>> inputDescriptors, outputDescriptors;
  std::string name;
  std::unique_ptr<GraphData> data;  ///< [[implementation]]

  void destroy();
};

/// An operator's method was called: what it was given and what came out. Does not change any more.
struct OperatorNode {
  const Operator* op = nullptr;
  Arguments arguments;
  std::vector<const MLOperand*> inputs, outputs;
  std::vector<OperandDescriptor> outputDescriptors;
  std::uint32_t number = 0;  ///< In the order of the calls: an operator comes after those that it uses.
};

/// Does not change once it was made.
struct MLOperand {
  MLGraphBuilder* builder = nullptr;
  OperandDescriptor descriptor;
  enum class Kind : std::uint8_t { Input, Constant, Output };
  Kind kind = Kind::Output;
  std::string name{};                  ///< Of an input.
  std::vector<std::uint8_t> bytes{};   ///< Of a constant that has its own bytes.
  MLTensor* constantTensor = nullptr;  ///< Of a constant that has not.
  const OperatorNode* node = nullptr;  ///< Of an output.
};

struct MLGraphBuilder {
  explicit MLGraphBuilder(Realm& realm, MLContext& context) : realm(realm), context(&context) {}

  // ---- Methods ----
  Completion input(const std::string& name, const Descriptor& descriptor);
  Completion constant(const Descriptor& descriptor, const JsValue& buffer);
  Completion constant(const JsValue& tensor);
  Completion constant(const std::string& dataType, const Number& value);
  /// An operator's method: the operands, or what it throws.
  std::variant<std::vector<MLOperand*>, Error> call(const Operator& op, Arguments arguments,
                                                    const std::vector<MLOperand*>& operands);
  Completion build(const JsRecord& outputs, const std::string& name);

  bool canBuild() const { return !hasBuilt && !context->isLost.load(std::memory_order_relaxed); }

  Realm& realm;
  MLContext* context;
  bool hasBuilt = false;
  std::unordered_set<std::string> inputNames;

 private:
  MLOperand* newOperand(MLOperand operand);
};

/// ML.createContext(), both forms.
Completion createContext(Realm& realm, const ArgumentRecord& options, bool fromGPUDevice, bool isAllowed);
/// new MLGraphBuilder(context)
Completion newMLGraphBuilder(Realm& realm, const JsValue& context, bool isAllowed);

/// WebIDL: conversion to MLOperandDescriptor.
std::optional<OperandDescriptor> convertDescriptor(const Realm& realm, const Descriptor& descriptor);
/// WebIDL: conversion to MLOperandDataType.
std::optional<DataType> convertDataType(const Realm& realm, std::string_view name);

}  // namespace conform::cpu
