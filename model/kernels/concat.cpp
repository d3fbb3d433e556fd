// The inputs, one behind the other along the axis.
#include "model/kernels/Operator.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-concat"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const std::vector<OperandDescriptor> inputs = call.operandList("inputs");
  constexpr std::size_t mostTensors = 8192;  // *valid tensor count*
  if (inputs.empty() || inputs.size() > mostTensors) return Error::TypeError;

  step("4");
  const OperandDescriptor& first = inputs[0];

  step("5");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));
  if (axis >= first.shape.size()) return Error::TypeError;

  step("6"), step("7");
  OperandDescriptor desc = first;

  step("8");
  for (std::size_t index = 1; index < inputs.size(); ++index) {
    step("8.1");
    const OperandDescriptor& input = inputs[index];

    step("8.2");
    if (input.dataType != first.dataType) return Error::TypeError;

    step("8.3");
    if (input.shape.size() != first.shape.size()) return Error::TypeError;

    step("8.4");
    for (std::size_t dim = 0; dim < input.shape.size(); ++dim) {
      step("8.4.1");
      if (dim != axis && input.shape[dim] != first.shape[dim]) return Error::TypeError;

      step("8.4.2");
      if (dim == axis) {
        step("8.4.2.1");
        const std::uint64_t size = std::uint64_t{desc.shape[axis]} + input.shape[dim];

        step("8.4.2.2");
        if (!isValidDimension(size)) return Error::TypeError;

        step("8.4.2.3");
        desc.shape[axis] = static_cast<std::uint32_t>(size);
      }
    }
  }

  step("9"), step("10");
  return output(desc.dataType, desc.shape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));
  Tensor output{call.output()};

  // A row is everything from the axis inwards: the inputs' rows take turns.
  std::size_t inner = 1;
  for (std::size_t i = axis + 1; i < output.rank(); ++i) inner *= output.shape()[i];

  std::vector<std::uint64_t> patterns(output.count());
  std::size_t offset = 0;
  const std::size_t outputRow = output.shape()[axis] * inner;
  for (const Tensor* input : call.operandList("inputs")) {
    const std::vector<std::uint64_t> from = input->patterns();
    const std::size_t row = input->shape()[axis] * inner;
    for (std::size_t i = 0; i < from.size(); ++i) patterns[i / row * outputRow + offset + i % row] = from[i];
    offset += row;
  }
  output.storePatterns(patterns);
  return {std::move(output)};
}

}  // namespace

extern const Operator concatOperator{
    .name = "concat",
    .anchor = "dom-mlgraphbuilder-concat",
    .parameters = {{"inputs", Kind::Operands}, {"axis", Kind::UnsignedLong}},
    .options = {},
    .limits = {{"inputs", anyType, 1}, {"output", anyType, 1}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
