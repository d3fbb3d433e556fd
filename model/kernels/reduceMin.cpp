// output = the least value along the axes
#include <cmath>

#include "model/kernels/reduction.hpp"

namespace conform {
namespace {

/// NaN wins, and -0 is less than 0 (docs/kernels.md: left open by the draft).
double leastOf(std::span<const double> values) {
  double least = values[0];
  for (const double value : values) {
    if (std::isnan(value)) return value;
    if (value < least || (value == least && std::signbit(value))) least = value;
  }
  return least;
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const bool hasSign = isSigned(call.output().dataType);
  return computeReduction(call, leastOf, [&](std::span<const std::uint64_t> values) {
    std::uint64_t least = values[0];
    for (const std::uint64_t value : values) {
      const bool isBetter =
          hasSign ? static_cast<std::int64_t>(value) < static_cast<std::int64_t>(least) : value < least;
      if (isBetter) least = value;
    }
    return least;
  });
}

}  // namespace

extern const Operator reduceMinOperator{
    .name = "reduceMin",
    .anchor = "dom-mlgraphbuilder-reducemin",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(anyType),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
