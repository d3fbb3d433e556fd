// The tensor, repeated along each dimension.
#include <algorithm>

#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-tile"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  const std::vector<std::uint32_t>& repetitions = call.arguments.unsignedLongs("repetitions");
  if (repetitions.size() != input.shape.size()) return Error::TypeError;

  step("4");
  if (std::find(repetitions.begin(), repetitions.end(), 0u) != repetitions.end()) return Error::TypeError;

  step("5");
  Shape outputShape = input.shape;

  step("6");
  for (std::size_t index = 0; index < outputShape.size(); ++index) {
    step("6.1");  // SPEC ISSUE: nothing says what a product that is no dimension is. Taken as one that is not valid.
    const std::uint64_t size = std::uint64_t{outputShape[index]} * repetitions[index];
    if (!isValidDimension(size)) return Error::TypeError;
    outputShape[index] = static_cast<std::uint32_t>(size);
  }

  step("7"), step("8"), step("9");
  return output(input.dataType, outputShape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const std::vector<std::size_t> strides = stridesOf(input.shape());
  const Shape& shape = call.output().shape;

  std::vector<std::size_t> positions;
  for (Indices at{shape}; at; ++at) {
    std::size_t position = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) position += at[d] % input.shape()[d] * strides[d];
    positions.push_back(position);
  }
  return {Tensor::picked(input, shape, positions)};
}

}  // namespace

extern const Operator tileOperator{
    .name = "tile",
    .anchor = "dom-mlgraphbuilder-tile",
    .parameters = {{"input"}, {"repetitions", Kind::UnsignedLongsModulo}},
    .options = {},
    .limits = {{"input", anyType}, {"output", anyType}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
