// output = input * max(0, min(6, input + 3)) / 6
//
// -Infinity gives NaN, as the expression does.
#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

double hardSwish(double x) {
  if (x <= -3) return x * 0;
  if (!(x < 3) || x == 0) return x;
  // (x * x + 3 * x) / 6: both terms are exact in double, and so is what their sum and the quotient lose.
  const double square = x * x, triple = 3 * x;
  const double sum = triple + square;
  const double fromSquare = sum - triple, fromTriple = sum - fromSquare;
  const double lost = (triple - fromTriple) + (square - fromSquare);
  const double quotient = sum / 6;
  return nudgedToOdd(quotient, std::fma(-6, quotient, sum) + lost);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  return {mapped(call.operand("input"), hardSwish)};
}

}  // namespace

extern const Operator hardSwishOperator{
    .name = "hardSwish",
    .anchor = "dom-mlgraphbuilder-hardswish",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkActivation,
    .compute = compute,
};

}  // namespace conform
