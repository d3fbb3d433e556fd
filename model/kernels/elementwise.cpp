#include "model/kernels/elementwise.hpp"

namespace conform {

std::vector<OperandLimits> unaryLimits(DataTypes types) {
  return {{"input", types}, {"output", types}};
}

std::vector<OperandLimits> binaryLimits(DataTypes types) {
  return {{"a", types}, {"b", types}, {"output", types}};
}

Checked checkUnary(const CheckCall& call) {
  const Steps step{call.recorder, "mlgraphbuilder-element-wise-unary-op"};

  step.notModelled("1");  // An assertion: the operator is one of this family.

  step("2");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("3");
  if (!call.areValid()) return Error::TypeError;

  step("4");
  if (!call.allows("input")) return Error::TypeError;

  step("5");
  const OperandDescriptor& input = call.operand("input");

  step("6");
  return output(input.dataType, input.shape);
}

Checked checkActivation(const CheckCall& call) {
  const Steps step{call.recorder, call.op.anchor};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  if (!call.allows("input")) return Error::TypeError;

  step("4");
  const OperandDescriptor& input = call.operand("input");

  step("5");
  return output(input.dataType, input.shape);
}

Checked checkBinary(const CheckCall& call) {
  const Steps step{call.recorder, "mlgraphbuilder-element-wise-binary-op"};

  step.notModelled("1");  // An assertion: the operator is one of this family.

  step("2");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("3");
  if (!call.areValid()) return Error::TypeError;

  step("4");
  const OperandDescriptor &a = call.operand("a"), &b = call.operand("b");
  if (a.dataType != b.dataType) return Error::TypeError;

  step("5");
  const std::optional<Shape> outputShape = bidirectionallyBroadcast(a.shape, b.shape);
  step("5.1");
  if (!outputShape) return Error::TypeError;

  step("6"), step("7"), step("8");
  return output(a.dataType, *outputShape);
}

}  // namespace conform
