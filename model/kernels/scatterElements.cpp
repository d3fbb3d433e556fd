// A copy of the input, with output[..., indices[..., i, ...], ...] = updates[..., i, ...], at the axis. The draft
// leaves open which of two updates of one element stays: here the last.
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/indices.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-scatterelements"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &indices = call.operand("indices");
  if (!call.allows("indices")) return Error::TypeError;

  step("4");
  const OperandDescriptor& updates = call.operand("updates");
  if (updates.dataType != input.dataType) return Error::TypeError;

  step("5");
  const std::size_t rank = input.shape.size();
  if (rank == 0 || indices.shape.size() != rank || updates.shape.size() != rank) return Error::TypeError;

  step("6");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));

  step("7");
  if (axis >= rank) return Error::TypeError;

  step("8"), step("9");
  Shape indicesShapeExpected = input.shape;
  indicesShapeExpected[axis] = indices.shape[axis];

  step("10");
  if (indices.shape != indicesShapeExpected) return Error::TypeError;

  step("11");
  if (updates.shape != indices.shape) return Error::TypeError;

  step("12"), step("13");
  return output(input.dataType, input.shape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &input = call.operand("input"), &indices = call.operand("indices");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));
  const std::vector<std::uint64_t> updates = call.operand("updates").patterns();
  const std::vector<std::size_t> positions = positionsAlong(indices, axis, input.shape());

  std::vector<std::uint64_t> patterns = input.patterns();
  for (std::size_t i = 0; i < updates.size(); ++i) patterns[positions[i]] = updates[i];
  Tensor output{call.output()};
  output.storePatterns(patterns);
  return {std::move(output)};
}

}  // namespace

extern const Operator scatterElementsOperator{
    .name = "scatterElements",
    .anchor = "dom-mlgraphbuilder-scatterelements",
    .parameters = {{"input"}, {"indices"}, {"updates"}},
    .options = {{"axis", Kind::UnsignedLong, std::int64_t{0}}},
    .limits = {{"input", anyType, 1}, {"indices", indexTypes, 1}, {"updates", anyType, 1}, {"output", anyType, 1}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
