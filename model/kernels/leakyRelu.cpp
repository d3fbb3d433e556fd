// output = input where it is not negative, else alpha * input
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// The product is exact in double.
std::vector<Tensor> compute(const ComputeCall& call) {
  const double alpha = castOption(call, "alpha");
  return {mapped(call.operand("input"), [&](double x) { return x < 0 ? alpha * x : x; })};
}

}  // namespace

extern const Operator leakyReluOperator{
    .name = "leakyRelu",
    .anchor = "dom-mlgraphbuilder-leakyrelu",
    .parameters = {{"input"}},
    .options = {{"alpha", Kind::Double, 0.01}},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
