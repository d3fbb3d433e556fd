// output = tanh(input) = (exp(2 * input) - 1) / (exp(2 * input) + 1)
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, quickTanh, [](double x) { return std::tanh(x); }, [](Float128 x) { return tanhq(x); });
}

}  // namespace

extern const Operator tanhOperator{
    .name = "tanh",
    .anchor = "dom-mlgraphbuilder-tanh",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
