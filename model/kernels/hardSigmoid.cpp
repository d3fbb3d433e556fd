// output = max(min(alpha * input + beta, 1), 0)
#include <algorithm>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// alpha * input is exact in double; the sum is rounded to odd, so that the store rounds it once.
std::vector<Tensor> compute(const ComputeCall& call) {
  const double alpha = castOption(call, "alpha"), beta = castOption(call, "beta");
  return {mapped(call.operand("input"), [&](double x) {
    const double linear = sumToOdd(alpha * x, beta);
    return std::max(std::min(linear, 1.0), 0.0);
  })};
}

}  // namespace

extern const Operator hardSigmoidOperator{
    .name = "hardSigmoid",
    .anchor = "dom-mlgraphbuilder-hardsigmoid",
    .parameters = {{"input"}},
    .options = {{"alpha", Kind::Double, 0.2}, {"beta", Kind::Double, 0.5}},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
