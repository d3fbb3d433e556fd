// output = log(sum) along the axes. Of a negative sum: NaN.
#include <quadmath.h>

#include <cmath>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/reduction.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

Float128 logOfExactSum(std::span<const double> values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  const Float128 whole = sum.toFloat128();
  if (!(whole > 0.5 && whole < 2)) return logq(whole);
  sum.add(-1);  // Near to 1 the digits that count are those of the difference.
  return log1pq(sum.toFloat128());
}

double logSum(DataType type, std::span<const double> values) {
  double sum = 0, magnitude = 0;
  for (const double value : values) {
    sum += value;
    magnitude += std::fabs(value);
  }
  // A relative error of the sum is an absolute one of the logarithm.
  const double approximation = std::log(sum);
  const double sumError = static_cast<double>(values.size()) * 0x1p-52 * magnitude / sum;
  const double error = libraryError + std::fabs(2 * sumError / approximation);
  if (sumError < 0.25 && error < 1)
    return correctlyRounded(
        type, approximation, [&] { return logOfExactSum(values); }, error);
  return settled(logOfExactSum(values));
}

/// The logarithm of the exact sum, rounded once.
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return computeReduction(call, [&](std::span<const double> values) { return logSum(type, values); });
}

}  // namespace

extern const Operator reduceLogSumOperator{
    .name = "reduceLogSum",
    .anchor = "dom-mlgraphbuilder-reducelogsum",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(floatTypes),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
