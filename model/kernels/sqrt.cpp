// output = the square root of the input
#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// The root in double rounds as the exact one does (53 >= 2 * 24 + 2). sqrt(-0) is -0.
std::vector<Tensor> compute(const ComputeCall& call) {
  return {mapped(call.operand("input"), [](double x) { return std::sqrt(x); })};
}

}  // namespace

extern const Operator sqrtOperator{
    .name = "sqrt",
    .anchor = "dom-mlgraphbuilder-sqrt",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
