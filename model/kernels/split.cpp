// The tensor, cut into pieces along the axis.
#include <algorithm>
#include <numeric>

#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"

namespace conform {
namespace {

constexpr std::size_t mostTensors = 8192;  // *valid tensor count*

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-split"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));

  step("4");
  if (axis >= input.shape.size()) return Error::TypeError;
  const std::uint32_t size = input.shape[axis];

  std::vector<std::uint32_t> newDimensions;
  const Setting& splits = call.arguments.setting("splits");
  if (const auto* count = std::get_if<std::int64_t>(&splits)) {
    step("5"), step("5.1");
    if (*count < 1 || static_cast<std::size_t>(*count) > mostTensors) return Error::TypeError;

    step("5.2");
    if (size % *count != 0) return Error::TypeError;

    step("5.3");
    newDimensions.assign(static_cast<std::size_t>(*count), size / static_cast<std::uint32_t>(*count));
  } else {
    newDimensions = std::get<std::vector<std::uint32_t>>(splits);

    step("6"), step("6.1");
    if (newDimensions.empty() || newDimensions.size() > mostTensors) return Error::TypeError;

    step("6.2");
    if (std::find(newDimensions.begin(), newDimensions.end(), 0u) != newDimensions.end()) return Error::TypeError;

    step("6.3");
    const std::uint64_t sum = std::accumulate(newDimensions.begin(), newDimensions.end(), std::uint64_t{0});
    if (sum != size) return Error::TypeError;

    step("6.4");
  }

  step("7"), step("8");
  std::vector<OperandDescriptor> outputs(newDimensions.size(), input);
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i].shape[axis] = newDimensions[i];
  return outputs;
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));
  const std::vector<std::size_t> strides = stridesOf(input.shape());

  std::vector<Tensor> outputs;
  std::size_t offset = 0;  // Of this piece, along the axis.
  for (const OperandDescriptor& piece : call.outputs) {
    std::vector<std::size_t> positions;
    for (Indices at{piece.shape}; at; ++at) {
      std::size_t position = offset * strides[axis];
      for (std::size_t d = 0; d < piece.shape.size(); ++d) position += at[d] * strides[d];
      positions.push_back(position);
    }
    outputs.push_back(Tensor::picked(input, piece.shape, positions));
    offset += piece.shape[axis];
  }
  return outputs;
}

}  // namespace

extern const Operator splitOperator{
    .name = "split",
    .anchor = "dom-mlgraphbuilder-split",
    .parameters = {{"input"}, {"splits", Kind::UnsignedLongOrList}},
    .options = {{"axis", Kind::UnsignedLong, std::int64_t{0}}},
    .limits = {{"input", anyType, 1}, {"outputs", anyType, 1}},
    .check = check,
    .compute = compute,
    .returnsSequence = true,
};

}  // namespace conform
