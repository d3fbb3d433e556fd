#include "model/kernels/Operator.hpp"

#include <algorithm>

#include "model/vocabulary/Ensure.hpp"

namespace conform {
namespace {

const OperandLimits& limitsOf(const Operator& op, std::string_view name) {
  const auto found =
      std::find_if(op.limits.begin(), op.limits.end(), [&](const OperandLimits& row) { return row.name == name; });
  ENSURE(found != op.limits.end());
  return *found;
}

}  // namespace

const OperandDescriptor& CheckCall::operand(std::string_view name) const {
  const OperandSlot slot = arguments.slot(name);
  ENSURE(slot.count == 1);
  return operands[slot.first].descriptor;
}

std::vector<OperandDescriptor> CheckCall::operandList(std::string_view name) const {
  const OperandSlot slot = arguments.slot(name);
  std::vector<OperandDescriptor> list;
  for (const Operand& operand : operands.subspan(slot.first, slot.count)) list.push_back(operand.descriptor);
  return list;
}

bool CheckCall::areValid() const {
  return std::all_of(operands.begin(), operands.end(), [](const Operand& operand) { return operand.isOfThisBuilder; });
}

const DataTypes& CheckCall::allowedTypes(std::string_view name) const {
  return limitsOf(op, name).dataTypes;
}

bool CheckCall::allows(std::string_view name, DataType type) const {
  return allowedTypes(name).contains(type);
}

bool CheckCall::allows(std::string_view name) const {
  return allows(name, operand(name).dataType);
}

const Tensor& ComputeCall::operand(std::string_view name) const {
  const Tensor* tensor = optionalOperand(name);
  ENSURE(tensor != nullptr);
  return *tensor;
}

const Tensor* ComputeCall::optionalOperand(std::string_view name) const {
  const OperandSlot slot = arguments.slot(name);
  return slot.count == 0 ? nullptr : operands[slot.first];
}

std::vector<const Tensor*> ComputeCall::operandList(std::string_view name) const {
  const OperandSlot slot = arguments.slot(name);
  const auto list = operands.subspan(slot.first, slot.count);
  return {list.begin(), list.end()};
}

const Operator* operatorNamed(std::string_view name) {
  for (const Operator* op : operators()) {
    if (op->name == name) return op;
  }
  return nullptr;
}

Checked checkOperator(const CheckCall& call) {
  ENSURE(call.operands.size() == call.arguments.operandCount());
  Checked checked = call.op.check(call);
  if (const auto* outputs = std::get_if<std::vector<OperandDescriptor>>(&checked)) {
    if (!std::all_of(outputs->begin(), outputs->end(), checkDimensions)) checked = Error::TypeError;
  }
  if (call.recorder != nullptr && std::holds_alternative<Error>(checked)) call.recorder->refuses();
  return checked;
}

std::vector<Tensor> computeOperator(const ComputeCall& call) {
  ENSURE(call.operands.size() == call.arguments.operandCount());
  std::vector<Tensor> outputs = call.op.compute(call);
  ENSURE(outputs.size() == call.outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) ENSURE(outputs[i].descriptor() == call.outputs[i]);
  return outputs;
}

}  // namespace conform
