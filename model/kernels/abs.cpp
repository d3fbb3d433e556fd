// output = |input|
#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// Exact. The lowest integer stays as it is (it wraps), which the draft leaves open.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  if (isFloat(input.dataType())) return {mapped(input, [](double x) { return std::fabs(x); })};
  return {mappedWords(input, [](std::uint64_t x) { return static_cast<std::int64_t>(x) < 0 ? 0 - x : x; })};
}

}  // namespace

extern const Operator absOperator{
    .name = "abs",
    .anchor = "dom-mlgraphbuilder-abs",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(signedTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
