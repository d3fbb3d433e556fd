// output = alpha * input + beta
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// alpha * input is exact in double; the sum is rounded to odd, so that the store rounds it once.
std::vector<Tensor> compute(const ComputeCall& call) {
  const double alpha = castOption(call, "alpha"), beta = castOption(call, "beta");
  return {mapped(call.operand("input"), [&](double x) { return sumToOdd(alpha * x, beta); })};
}

}  // namespace

extern const Operator linearOperator{
    .name = "linear",
    .anchor = "dom-mlgraphbuilder-linear",
    .parameters = {{"input"}},
    .options = {{"alpha", Kind::Double, 1.0}, {"beta", Kind::Double, 0.0}},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
