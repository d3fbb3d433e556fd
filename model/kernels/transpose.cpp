// Dimension d of the output is dimension permutation[d] of the input.
#include <algorithm>
#include <set>

#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"

namespace conform {
namespace {

std::vector<std::uint32_t> permutationOf(const Arguments& arguments, std::size_t rank) {
  if (arguments.has("permutation")) return arguments.unsignedLongs("permutation");
  std::vector<std::uint32_t> reversed(rank);
  for (std::size_t i = 0; i < rank; ++i) reversed[i] = static_cast<std::uint32_t>(rank - 1 - i);
  return reversed;
}

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-transpose"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  const std::vector<std::uint32_t> permutation = permutationOf(call.arguments, input.shape.size());

  if (call.arguments.has("permutation")) {
    step("4"), step("4.1");
    if (permutation.size() != input.shape.size()) return Error::TypeError;

    step("4.2");
    if (std::any_of(permutation.begin(), permutation.end(), [&](auto axis) { return axis >= input.shape.size(); })) {
      return Error::TypeError;
    }

    step("4.3");
    if (std::set(permutation.begin(), permutation.end()).size() != permutation.size()) return Error::TypeError;
  }

  step("5");  // SPEC ISSUE: the text copies the input's descriptor as it is. Its shape is permuted here.
  Shape shape;
  for (const std::uint32_t axis : permutation) shape.push_back(input.shape[axis]);

  step("6");
  return output(input.dataType, shape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const std::vector<std::uint32_t> permutation = permutationOf(call.arguments, input.rank());
  const std::vector<std::size_t> strides = stridesOf(input.shape());
  const Shape& shape = call.output().shape;

  std::vector<std::size_t> positions;
  positions.reserve(input.count());
  for (Indices at{shape}; at; ++at) {
    std::size_t position = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) position += at[d] * strides[permutation[d]];
    positions.push_back(position);
  }
  return {Tensor::picked(input, shape, positions)};
}

}  // namespace

extern const Operator transposeOperator{
    .name = "transpose",
    .anchor = "dom-mlgraphbuilder-transpose",
    .parameters = {{"input"}},
    .options = {{"permutation", Kind::UnsignedLongs}},
    .limits = {{"input", anyType}, {"output", anyType}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
