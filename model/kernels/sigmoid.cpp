// output = 1 / (1 + exp(-input))
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, quickSigmoid, [](double x) { return 1 / (1 + std::exp(-x)); },
      [](Float128 x) { return 1 / (1 + expq(-x)); });
}

}  // namespace

extern const Operator sigmoidOperator{
    .name = "sigmoid",
    .anchor = "dom-mlgraphbuilder-sigmoid",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
