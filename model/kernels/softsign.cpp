// output = input / (1 + |input|)
//
// An infinite input gives NaN, as the expression does (docs/kernels.md).
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, [](double x) { return x / (1 + std::fabs(x)); }, [](Float128 x) { return x / (1 + fabsq(x)); });
}

}  // namespace

extern const Operator softsignOperator{
    .name = "softsign",
    .anchor = "dom-mlgraphbuilder-softsign",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
