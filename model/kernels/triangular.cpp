// The upper or lower triangle of each matrix; the rest is 0. Element [row, column] is in the upper one where
// column - row >= diagonal, in the lower one where column - row <= diagonal.
#include "model/kernels/Operator.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-triangular"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  if (input.shape.size() < 2) return Error::TypeError;

  step("4"), step("5");
  return output(input.dataType, input.shape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const bool upper = call.arguments.boolean("upper");
  const std::int64_t diagonal = call.arguments.integer("diagonal");
  const std::size_t columns = input.shape().back(), rows = input.shape()[input.rank() - 2];

  // What is left out is zero whatever it was: no product with a mask, which would keep a NaN.
  std::vector<std::uint64_t> patterns = input.patterns();
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i / columns % rows), column = static_cast<std::int64_t>(i % columns);
    if (upper ? column - row < diagonal : column - row > diagonal) patterns[i] = 0;
  }
  Tensor output{call.output()};
  output.storePatterns(patterns);
  return {std::move(output)};
}

}  // namespace

extern const Operator triangularOperator{
    .name = "triangular",
    .anchor = "dom-mlgraphbuilder-triangular",
    .parameters = {{"input"}},
    .options = {{"upper", Kind::Boolean, true}, {"diagonal", Kind::Long, std::int64_t{0}}},
    .limits = {{"input", anyType, 2}, {"output", anyType, 2}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
