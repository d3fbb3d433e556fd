// output = the sine of the input, in radians
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, quickSin, [](double x) { return std::sin(x); }, [](Float128 x) { return sinq(x); });
}

}  // namespace

extern const Operator sinOperator{
    .name = "sin",
    .anchor = "dom-mlgraphbuilder-sin",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
