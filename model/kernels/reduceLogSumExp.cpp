// output = log(sum(exp(x))) = max + log(sum(exp(x - max))) along the axes
//
// The second form neither overflows nor underflows. NaN where there is one; -Infinity is exp() = 0.
#include <quadmath.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/kernels/reduction.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

double logSumExp(DataType type, std::span<const double> values) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const double value : values) largest = value > largest || std::isnan(value) ? value : largest;
  if (!std::isfinite(largest)) return largest;

  double sum = 0;
  for (const double value : values) sum += std::exp(value - largest);
  const double approximation = largest + std::log(sum);

  // 2^-50 of the larger of the two terms, and the relative error of a sum of n positive terms.
  const double absolute = 0x1p-50 * (std::fabs(largest) + 1) + static_cast<double>(values.size()) * 0x1p-51;
  const auto wide = [&] {
    Float128 wideSum = 0;
    for (const double value : values) wideSum += expq(Float128{value} - largest);
    return largest + logq(wideSum);
  };
  const double error = absolute / std::fabs(approximation);
  return error < 1 ? correctlyRounded(type, approximation, wide, error) : settled(wide());
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return computeReduction(call, [&](std::span<const double> values) { return logSumExp(type, values); });
}

}  // namespace

extern const Operator reduceLogSumExpOperator{
    .name = "reduceLogSumExp",
    .anchor = "dom-mlgraphbuilder-reducelogsumexp",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(floatTypes),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
