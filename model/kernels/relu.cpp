// output = max(0, input)
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// Exact. NaN stays NaN, -0 becomes 0 (docs/kernels.md: left open by the draft).
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  if (isFloat(input.dataType())) return {mapped(input, [](double x) { return x <= 0 ? 0 : x; })};
  return {mappedWords(input, [](std::uint64_t x) { return static_cast<std::int64_t>(x) < 0 ? 0 : x; })};
}

}  // namespace

extern const Operator reluOperator{
    .name = "relu",
    .anchor = "dom-mlgraphbuilder-relu",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(signedTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
