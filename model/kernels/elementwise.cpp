#include "model/kernels/elementwise.hpp"

#include <array>
#include <string>

#include "model/kernels/castNumber.hpp"
#include "model/vocabulary/Ensure.hpp"

namespace conform {
namespace {

Checked createUnary(const CheckCall& call) {
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

Checked createBinary(const CheckCall& call) {
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

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  for (const std::string_view other : names) {
    if (name == other) return true;
  }
  return false;
}

Checked createLogical(const CheckCall& call) {
  const Steps step{call.recorder, "mlgraphbuilder-element-wise-logical-op"};
  const bool isBinary = call.op.parameters.size() == 2;

  step.notModelled("1");  // An assertion: the operator is one of this family.

  step("2");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("3");
  if (!call.operands[0].isOfThisBuilder) return Error::TypeError;

  step("4");
  const OperandDescriptor& a = call.operand("a");
  if (isOneOf(call.op.name, {"logicalNot", "logicalAnd", "logicalOr", "logicalXor"})) {
    step("4.1");
    if (a.dataType != DataType::uint8) return Error::TypeError;
  }

  step("5");
  if (isOneOf(call.op.name, {"isNaN", "isInfinite"})) {
    step("5.1");
    if (!isFloat(a.dataType)) return Error::TypeError;
  }

  Shape outputShape;
  if (isBinary) {
    step("6"), step("6.1");
    if (!call.operands[1].isOfThisBuilder) return Error::TypeError;

    step("6.2");
    const OperandDescriptor& b = call.operand("b");
    if (a.dataType != b.dataType) return Error::TypeError;

    step("6.3");
    const std::optional<Shape> broadcast = bidirectionallyBroadcast(a.shape, b.shape);
    if (!broadcast) return Error::TypeError;
    outputShape = *broadcast;
  } else {
    step("7"), step("7.1");
    outputShape = a.shape;
  }

  step("8"), step("9"), step("10");
  return output(DataType::uint8, outputShape);
}

}  // namespace

std::vector<OperandLimits> unaryLimits(DataTypes types) {
  return {{"input", types}, {"output", types}};
}

std::vector<OperandLimits> binaryLimits(DataTypes types) {
  return {{"a", types}, {"b", types}, {"output", types}};
}

std::vector<OperandLimits> comparisonLimits(DataTypes types) {
  return {{"a", types}, {"b", types}, {"output", uint8Only}};
}

std::vector<OperandLimits> predicateLimits(DataTypes types) {
  return {{"a", types}, {"output", uint8Only}};
}

double castOption(const ComputeCall& call, std::string_view name) {
  const DataType type = call.operand("input").dataType();
  return castNumber(type, Number::ofReal(call.arguments.real(name))).real(0);
}

Checked checkUnary(const CheckCall& call) {
  return checkByFamily(call, createUnary);
}

Checked checkActivation(const CheckCall& call) {
  const Steps step{call.recorder, call.op.anchor};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  if (!call.allows("input")) return Error::TypeError;

  // A step for each option of type double: it is cast to the operand's type (here: when the kernel asks for it). Then
  // the connections, and the return.
  static constexpr std::array numbers{"4", "5", "6", "7"};
  for (std::size_t i = 0; i < call.op.options.size() + 2; ++i) step(numbers.at(i));

  return output(input.dataType, input.shape);
}

Checked checkBinary(const CheckCall& call) {
  return checkByFamily(call, createBinary);
}

Checked checkLogical(const CheckCall& call) {
  return checkByFamily(call, createLogical);
}

Checked checkByFamily(const CheckCall& call, Checked (*family)(const CheckCall&)) {
  const Steps step{call.recorder, call.op.anchor};

  step("1");
  Checked checked = family(call);
  if (std::holds_alternative<Error>(checked)) {
    step("1.1");
    return checked;
  }

  step("2");
  return checked;
}

}  // namespace conform
