// output = log(1 + exp(input)) = max(input, 0) + log(1 + exp(-|input|))
//
// The second form neither overflows for large inputs nor loses the digits of small results.
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, quickSoftplus, [](double x) { return (x > 0 ? x : 0) + std::log1p(std::exp(-std::fabs(x))); },
      [](Float128 x) { return (x > 0 ? x : 0) + log1pq(expq(-fabsq(x))); });
}

}  // namespace

extern const Operator softplusOperator{
    .name = "softplus",
    .anchor = "dom-mlgraphbuilder-softplus",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
