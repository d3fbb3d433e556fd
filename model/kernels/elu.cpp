// output = input where it is positive, else alpha * (exp(input) - 1)
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  const double alpha = castOption(call, "alpha");
  const DataType type = call.output().dataType;
  return {mapped(call.operand("input"), [&](double x) {
    if (x > 0) return x;
    // So near to 0, exp(x) - 1 is x and a positive rest that is too small for binary128 to see, but that breaks ties.
    if (x != 0 && std::fabs(x) < 0x1p-60) return nudgedToOdd(alpha * x, alpha);
    return correctlyRounded(type, alpha * std::expm1(x), [&] { return alpha * expm1q(x); });
  })};
}

}  // namespace

extern const Operator eluOperator{
    .name = "elu",
    .anchor = "dom-mlgraphbuilder-elu",
    .parameters = {{"input"}},
    .options = {{"alpha", Kind::Double, 1.0}},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
