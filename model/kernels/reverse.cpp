// The elements in the opposite order along the axes.
#include <set>

#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-reverse"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  if (!call.allows("input")) return Error::TypeError;

  step("4");
  const std::size_t inputRank = input.shape.size();

  step("5");
  if (call.arguments.has("axes")) {
    step("6");  // SPEC ISSUE: the text returns "failure" here; every other method throws.
    const std::vector<std::uint32_t>& axes = call.arguments.unsignedLongs("axes");
    const std::set<std::uint32_t> distinct(axes.begin(), axes.end());
    if (distinct.size() != axes.size() || (!distinct.empty() && *distinct.rbegin() >= inputRank)) {
      return Error::TypeError;
    }
  }

  step("7"), step("8");
  return output(input.dataType, input.shape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  std::vector<bool> isReversed(input.rank(), !call.arguments.has("axes"));
  if (call.arguments.has("axes")) {
    for (const std::uint32_t axis : call.arguments.unsignedLongs("axes")) isReversed[axis] = true;
  }
  const std::vector<std::size_t> strides = stridesOf(input.shape());

  std::vector<std::size_t> positions;
  positions.reserve(input.count());
  for (Indices at{input.shape()}; at; ++at) {
    std::size_t position = 0;
    for (std::size_t d = 0; d < input.rank(); ++d) {
      position += (isReversed[d] ? input.shape()[d] - 1 - at[d] : at[d]) * strides[d];
    }
    positions.push_back(position);
  }
  return {Tensor::picked(input, input.shape(), positions)};
}

}  // namespace

extern const Operator reverseOperator{
    .name = "reverse",
    .anchor = "dom-mlgraphbuilder-reverse",
    .parameters = {{"input"}},
    .options = {{"axes", Kind::UnsignedLongs}},
    .limits = {{"input", anyType}, {"output", anyType}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
