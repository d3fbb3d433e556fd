// output = e to the power of the input
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, quickExp, [](double x) { return std::exp(x); }, [](Float128 x) { return expq(x); });
}

}  // namespace

extern const Operator expOperator{
    .name = "exp",
    .anchor = "dom-mlgraphbuilder-exp",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
