#include "model/kernels/argMinMax.hpp"

#include <limits>

namespace conform {
namespace {

Checked create(const CheckCall& call) {
  const Steps step{call.recorder, "mlgraphbuilder-argminmax-op"};

  step.notModelled("1");  // An assertion: the operator is one of this family.

  step("2");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("3");
  if (!call.areValid()) return Error::TypeError;

  step("4");
  const Shape& input = call.operand("input").shape;
  const auto axis = static_cast<std::uint32_t>(call.arguments.integer("axis"));
  if (axis >= input.size()) return Error::TypeError;

  step("5");
  const DataType outputDataType = call.arguments.dataType("outputDataType");
  if (!call.allows("output", outputDataType)) return Error::TypeError;

  step("6");  // Never true: a dimension is no larger than the largest int32.
  const std::int64_t largest = outputDataType == DataType::int32 ? std::numeric_limits<std::int32_t>::max()
                                                                 : std::numeric_limits<std::int64_t>::max();
  if (input[axis] > largest) return Error::TypeError;

  step("7");
  const std::vector<std::uint32_t> axes{axis};
  const std::optional<Shape> outputShape =
      reductionOutputSizes(call.recorder, input, &axes, call.arguments.boolean("keepDimensions"));
  if (!outputShape) return Error::TypeError;

  step("8"), step("9"), step("10");
  return output(outputDataType, *outputShape);
}

}  // namespace

Checked checkArgMinMax(const CheckCall& call) {
  return checkByFamily(call, create);
}

std::vector<Parameter> argMinMaxOptions() {
  return {{"keepDimensions", Kind::Boolean, false}, {"outputDataType", Kind::DataType, DataType::int32}};
}

std::vector<OperandLimits> argMinMaxLimits() {
  return {{"input", anyType, 1}, {"output", DataTypes{DataType::int32, DataType::int64}}};
}

}  // namespace conform
