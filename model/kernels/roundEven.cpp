// output = the nearest integer, halves to the even one
#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// Exact, by the rounding mode of the machine, which nobody changes. -0.5 gives -0.
std::vector<Tensor> compute(const ComputeCall& call) {
  return {mapped(call.operand("input"), [](double x) { return std::nearbyint(x); })};
}

}  // namespace

extern const Operator roundEvenOperator{
    .name = "roundEven",
    .anchor = "dom-mlgraphbuilder-roundeven",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
