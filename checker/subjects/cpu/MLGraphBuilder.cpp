// The methods of MLGraphBuilder, in the order of the draft's steps. Script timeline.
#include <algorithm>
#include <deque>

#include "checker/subjects/cpu/Realm.hpp"
#include "checker/subjects/cpu/entries.hpp"
#include "checker/subjects/cpu/objects.hpp"
#include "model/kernels/castNumber.hpp"

namespace conform::cpu {

Completion newMLGraphBuilder(Realm& realm, const JsValue& value, bool isAllowed) {
  MLContext* context = as<MLContext>(value);
  if (context == nullptr) return Error::TypeError;
  if (!isAllowed) return Error::SecurityError;                    // 1
  if (context->isLost) return Error::InvalidStateError;           // 2
  return JsValue{&realm.builders.emplace_back(realm, *context)};  // 3, 4
}

MLOperand* MLGraphBuilder::newOperand(MLOperand operand) {
  operand.builder = this;
  return &realm.operands.emplace_back(std::move(operand));
}

Completion MLGraphBuilder::input(const std::string& name, const Descriptor& given) {
  const std::optional<OperandDescriptor> descriptor = convertDescriptor(realm, given);
  if (!descriptor) return Error::TypeError;
  if (!canBuild()) return Error::InvalidStateError;            // 1
  if (name.empty()) return Error::TypeError;                   // 2
  if (inputNames.contains(name)) return Error::TypeError;      // 3
  if (!checkDimensions(*descriptor)) return Error::TypeError;  // 4
  inputNames.insert(name);                                     // 5
  return JsValue{newOperand({.descriptor = *descriptor, .kind = MLOperand::Kind::Input, .name = name})};
}

Completion MLGraphBuilder::constant(const Descriptor& given, const JsValue& buffer) {
  const std::optional<OperandDescriptor> descriptor = convertDescriptor(realm, given);
  const BufferSource* source = as<BufferSource>(buffer);
  if (!descriptor || source == nullptr || !isAllowSharedBufferSource(*source)) return Error::TypeError;
  if (!canBuild()) return Error::InvalidStateError;                                  // 1
  if (!checkDimensions(*descriptor)) return Error::TypeError;                        // 2
  if (!validateBufferWithDescriptor(*source, *descriptor)) return Error::TypeError;  // 3
  const auto bytes = source->bytes();                                                // 4
  return JsValue{newOperand(
      {.descriptor = *descriptor, .kind = MLOperand::Kind::Constant, .bytes = {bytes.begin(), bytes.end()}})};
}

Completion MLGraphBuilder::constant(const JsValue& value) {
  MLTensor* tensor = as<MLTensor>(value);
  if (tensor == nullptr) return Error::TypeError;
  if (tensor->context != context) return Error::TypeError;      // 1
  if (tensor->isDestroyed) return Error::TypeError;             // 2
  if (!tensor->isConstant) return Error::TypeError;             // 3
  if (!canBuild()) return Error::InvalidStateError;             // 4
  return JsValue{newOperand({.descriptor = tensor->descriptor,  // 5
                             .kind = MLOperand::Kind::Constant,
                             .constantTensor = tensor})};
}

Completion MLGraphBuilder::constant(const std::string& dataType, const Number& value) {
  const std::optional<DataType> type = convertDataType(realm, dataType);
  if (!type) return Error::TypeError;
  if (!canBuild()) return Error::InvalidStateError;  // 1
  const Tensor cast = castNumber(*type, value);      // 2
  return JsValue{newOperand({.descriptor = {*type, {}}, .kind = MLOperand::Kind::Constant, .bytes = cast.bytes()})};
}

std::variant<std::vector<MLOperand*>, Error> MLGraphBuilder::call(const Operator& op, Arguments arguments,
                                                                  const std::vector<MLOperand*>& operands) {
  std::vector<Operand> seen;
  for (const MLOperand* operand : operands) seen.push_back({operand->descriptor, operand->builder == this});
  Checked checked = checkOperator({op, arguments, seen, !canBuild(), hasBuilt});
  if (const Error* error = std::get_if<Error>(&checked)) return *error;

  auto& descriptors = std::get<std::vector<OperandDescriptor>>(checked);
  OperatorNode& node = realm.operatorNodes.emplace_back();
  node.op = &op;
  node.arguments = std::move(arguments);
  node.inputs = {operands.begin(), operands.end()};
  node.number = static_cast<std::uint32_t>(realm.operatorNodes.size());
  std::vector<MLOperand*> results;
  for (const OperandDescriptor& descriptor : descriptors) {
    results.push_back(newOperand({.descriptor = descriptor, .kind = MLOperand::Kind::Output, .node = &node}));
  }
  node.outputs = {results.begin(), results.end()};
  node.outputDescriptors = std::move(descriptors);
  return results;
}

Completion MLGraphBuilder::build(const JsRecord& record, const std::string& name) {
  const auto rejected = [&](Error error) { return Completion{JsValue{realm.newRejectedPromise(error)}}; };
  std::vector<std::pair<std::string, const MLOperand*>> outputs;
  for (const auto& [key, value] : record) {
    const MLOperand* operand = as<MLOperand>(value);
    if (operand == nullptr) return rejected(Error::TypeError);
    outputs.emplace_back(key, operand);
  }
  if (!canBuild()) return rejected(Error::InvalidStateError);  // 2
  if (outputs.empty()) return rejected(Error::TypeError);      // 3
  for (const auto& [key, operand] : outputs) {                 // 4
    if (key.empty()) return rejected(Error::TypeError);
    if (operand->builder != this) return rejected(Error::TypeError);
    if (operand->kind != MLOperand::Kind::Output) return rejected(Error::TypeError);
  }
  MLGraph& graph = realm.graphs.emplace_back();  // 11 to 13
  graph.context = context;
  graph.name = name;
  graph.data = std::make_unique<GraphData>();
  context->graphs.push_back(&graph);

  std::deque<const MLOperand*> queue;  // 5 to 9, 14: the inputs that the outputs need.
  std::unordered_set<const MLOperand*> reached;
  const auto reach = [&](const MLOperand* operand) {
    if (reached.insert(operand).second) queue.push_back(operand);
  };
  for (const auto& [key, operand] : outputs) reach(operand);
  for (; !queue.empty(); queue.pop_front()) {
    const MLOperand* operand = queue.front();
    if (operand->kind == MLOperand::Kind::Input)
      graph.inputDescriptors.emplace_back(operand->name, operand->descriptor);
    if (operand->node == nullptr) continue;
    for (const MLOperand* input : operand->node->inputs) reach(input);
  }
  for (const auto& [key, operand] : outputs) graph.outputDescriptors.emplace_back(key, operand->descriptor);  // 15
  hasBuilt = !realm.faults.buildReusable;                                                                     // 16
  Promise* promise = realm.newPromise();                                                                      // 17
  context->timeline.enqueue(std::make_unique<CompileGraph>(graph, promise, std::move(outputs)));              // 18
  return JsValue{promise};
}

}  // namespace conform::cpu
