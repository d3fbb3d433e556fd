// The same elements in another shape.
#include <algorithm>

#include "model/kernels/Operator.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-reshape"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const Shape& newShape = call.arguments.unsignedLongs("newShape");
  if (newShape.size() > maxTensorRank) return Error::TypeError;

  step("4"), step("5"), step("6");
  if (!std::all_of(newShape.begin(), newShape.end(), [](std::uint32_t size) { return isValidDimension(size); })) {
    return Error::TypeError;
  }

  step("7");
  const OperandDescriptor& input = call.operand("input");
  const auto inputElementCount = elementCountOf(input.shape);

  step("8");
  if (elementCountOf(newShape) != inputElementCount) return Error::TypeError;

  step("9"), step("10"), step("11"), step("12");
  return output(input.dataType, newShape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  return {Tensor(call.output(), call.operand("input").bytes())};
}

}  // namespace

extern const Operator reshapeOperator{
    .name = "reshape",
    .anchor = "dom-mlgraphbuilder-reshape",
    .parameters = {{"input"}, {"newShape", Kind::UnsignedLongs}},
    .options = {},
    .limits = {{"input", anyType}, {"output", anyType}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
