// output = -input
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// Exact, for floats the sign bit only. The lowest integer stays as it is (it wraps), which the draft leaves open.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  if (isFloat(input.dataType())) return {mapped(input, [](double x) { return -x; })};
  return {mappedWords(input, [](std::uint64_t x) { return 0 - x; })};
}

}  // namespace

extern const Operator negOperator{
    .name = "neg",
    .anchor = "dom-mlgraphbuilder-neg",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(signedTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
