// output = the natural logarithm of the input
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeRounded(
      call, quickLog, [](double x) { return std::log(x); }, [](Float128 x) { return logq(x); });
}

}  // namespace

extern const Operator logOperator{
    .name = "log",
    .anchor = "dom-mlgraphbuilder-log",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
