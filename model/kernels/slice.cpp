// The elements starts, starts + strides, ... within sizes, along each dimension.
#include <algorithm>

#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-slice"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  const std::vector<std::uint32_t>& starts = call.arguments.unsignedLongs("starts");
  const std::vector<std::uint32_t>& sizes = call.arguments.unsignedLongs("sizes");
  if (std::find(sizes.begin(), sizes.end(), 0u) != sizes.end()) return Error::TypeError;

  step("4");
  const std::size_t inputRank = input.shape.size();
  if (starts.size() != inputRank || sizes.size() != inputRank) return Error::TypeError;

  step("5");
  std::vector<std::uint32_t> strides;

  step("6");
  if (call.arguments.has("strides")) {
    step("6.1");
    strides = call.arguments.unsignedLongs("strides");

    step("6.2");
    if (strides.size() != inputRank) return Error::TypeError;
  }

  step("7"), step("8");
  Shape outputShape;

  step("9");
  for (std::size_t index = 0; index < inputRank; ++index) {
    step("9.1"), step("9.2");
    const std::uint64_t inputSize = input.shape[index], inputSliceSize = sizes[index];

    step("9.3");
    const std::uint64_t stride = strides.empty() ? 1 : strides[index];

    step("9.4");  // Never: step 3 has seen to it.
    if (inputSliceSize == 0) return Error::TypeError;

    step("9.5");
    if (stride < 1) return Error::TypeError;

    step("9.6");
    if (starts[index] > inputSize) return Error::TypeError;

    step("9.7");
    if (starts[index] + inputSliceSize > inputSize) return Error::TypeError;

    step("9.8"), step("9.9"), step("9.10");
    outputShape.push_back(static_cast<std::uint32_t>((inputSliceSize + stride - 1) / stride));
  }

  step("10"), step("11"), step("12");
  return output(input.dataType, outputShape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const std::vector<std::uint32_t>& starts = call.arguments.unsignedLongs("starts");
  const std::vector<std::size_t> inputStrides = stridesOf(input.shape());
  const Shape& shape = call.output().shape;
  std::vector<std::uint32_t> strides(shape.size(), 1);
  if (call.arguments.has("strides")) strides = call.arguments.unsignedLongs("strides");

  std::vector<std::size_t> positions;
  for (Indices at{shape}; at; ++at) {
    std::size_t position = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) position += (starts[d] + at[d] * strides[d]) * inputStrides[d];
    positions.push_back(position);
  }
  return {Tensor::picked(input, shape, positions)};
}

}  // namespace

extern const Operator sliceOperator{
    .name = "slice",
    .anchor = "dom-mlgraphbuilder-slice",
    .parameters = {{"input"}, {"starts", Kind::UnsignedLongs}, {"sizes", Kind::UnsignedLongs}},
    .options = {{"strides", Kind::UnsignedLongs}},
    .limits = {{"input", anyType}, {"output", anyType}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
