// output = the cosine of the input, in radians
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, quickCos, [](double x) { return std::cos(x); }, [](Float128 x) { return cosq(x); });
}

}  // namespace

extern const Operator cosOperator{
    .name = "cos",
    .anchor = "dom-mlgraphbuilder-cos",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
