// output = 1 / input
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// The quotient in double rounds as the exact one does (53 >= 2 * 24 + 2).
std::vector<Tensor> compute(const ComputeCall& call) {
  return {mapped(call.operand("input"), [](double x) { return 1 / x; })};
}

}  // namespace

extern const Operator reciprocalOperator{
    .name = "reciprocal",
    .anchor = "dom-mlgraphbuilder-reciprocal",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
