// output = erf(input) = 2 / sqrt(pi) * integral from 0 to the input of exp(-t * t)
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, [](double x) { return std::erf(x); }, [](Float128 x) { return erfq(x); });
}

}  // namespace

extern const Operator erfOperator{
    .name = "erf",
    .anchor = "dom-mlgraphbuilder-erf",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
