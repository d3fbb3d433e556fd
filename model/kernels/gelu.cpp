// output = 0.5 * input * (1 + erf(input / sqrt(2))) = 0.5 * input * erfc(-input / sqrt(2))
//
// The second form does not cancel for negative inputs. -Infinity gives NaN, as the expression does.
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// The error of the argument of erfc, 2^-52, comes out multiplied by its square, which is below 2^8 where the result is
/// not 0.
double gelu(DataType type, double x) {
  // So near to 0 the result is x / 2 and a positive rest that is too small for binary128 to see, but that breaks ties.
  if (x != 0 && std::fabs(x) < 0x1p-60) return nudgedToOdd(x / 2, 1);
  constexpr double squareRootOfHalf = 0.70710678118654752440;
  return correctlyRounded(
      type, 0.5 * x * std::erfc(-x * squareRootOfHalf), [&] { return x / 2 * erfcq(-x / sqrtq(2)); }, 0x1p-42);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return {mapped(call.operand("input"), [&](double x) { return gelu(type, x); })};
}

}  // namespace

extern const Operator geluOperator{
    .name = "gelu",
    .anchor = "dom-mlgraphbuilder-gelu",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
