// output = 1, 0 or -1: the sign of the input
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// 0 for all that is neither above nor below 0: for -0, and for NaN too.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  if (isFloat(input.dataType())) return {mapped(input, [](double x) { return x > 0 ? 1. : x < 0 ? -1. : 0.; })};
  return {mappedWords(input, [](std::uint64_t x) {
    const auto value = static_cast<std::int64_t>(x);
    return static_cast<std::uint64_t>(value > 0 ? 1 : value < 0 ? -1 : 0);
  })};
}

}  // namespace

extern const Operator signOperator{
    .name = "sign",
    .anchor = "dom-mlgraphbuilder-sign",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(signedTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
