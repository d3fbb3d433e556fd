// output = the tangent of the input, in radians
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, quickTan, [](double x) { return std::tan(x); }, [](Float128 x) { return tanq(x); });
}

}  // namespace

extern const Operator tanOperator{
    .name = "tan",
    .anchor = "dom-mlgraphbuilder-tan",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
