// The input, broadcast to the new shape.
#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-expand"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  const auto outputShape = unidirectionallyBroadcast(input.shape, call.arguments.unsignedLongs("newShape"));

  step("3.1");
  if (!outputShape) return Error::TypeError;

  step("4");
  if (outputShape->size() > maxTensorRank) return Error::TypeError;

  step("5"), step("6"), step("7");
  return output(input.dataType, *outputShape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const Shape& shape = call.output().shape;
  return {Tensor::picked(input, shape, broadcastPositions(input.shape(), shape))};
}

}  // namespace

extern const Operator expandOperator{
    .name = "expand",
    .anchor = "dom-mlgraphbuilder-expand",
    .parameters = {{"input"}, {"newShape", Kind::UnsignedLongs}},
    .options = {},
    .limits = {{"input", anyType}, {"output", anyType}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
