// output[..., i, ...] = input[..., indices[..., i, ...], ...], at the axis.
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/indices.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-gatherelements"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &indices = call.operand("indices");
  if (!call.allows("indices")) return Error::TypeError;

  step("4");
  if (input.shape.empty() || indices.shape.size() != input.shape.size()) return Error::TypeError;

  step("5");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));

  step("6");
  if (axis >= input.shape.size()) return Error::TypeError;

  step("7"), step("8");
  Shape indicesShapeExpected = input.shape;
  indicesShapeExpected[axis] = indices.shape[axis];

  step("9");
  if (indices.shape != indicesShapeExpected) return Error::TypeError;

  step("10");  // SPEC ISSUE: the text copies the input's descriptor. The output has the shape of the indices.
  step("11");
  return output(input.dataType, indices.shape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &input = call.operand("input"), &indices = call.operand("indices");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));
  return {Tensor::picked(input, indices.shape(), positionsAlong(indices, axis, input.shape()))};
}

}  // namespace

extern const Operator gatherElementsOperator{
    .name = "gatherElements",
    .anchor = "dom-mlgraphbuilder-gatherelements",
    .parameters = {{"input"}, {"indices"}},
    .options = {{"axis", Kind::UnsignedLong, std::int64_t{0}}},
    .limits = {{"input", anyType, 1}, {"indices", indexTypes, 1}, {"output", anyType, 1}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
