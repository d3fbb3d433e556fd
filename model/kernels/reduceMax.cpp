// output = the greatest value along the axes
#include <cmath>

#include "model/kernels/reduction.hpp"

namespace conform {
namespace {

/// NaN wins, and -0 is less than 0 (docs/kernels.md: left open by the draft).
double greatestOf(std::span<const double> values) {
  double greatest = values[0];
  for (const double value : values) {
    if (std::isnan(value)) return value;
    if (value > greatest || (value == greatest && !std::signbit(value))) greatest = value;
  }
  return greatest;
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const bool hasSign = isSigned(call.output().dataType);
  return computeReduction(call, greatestOf, [&](std::span<const std::uint64_t> values) {
    std::uint64_t greatest = values[0];
    for (const std::uint64_t value : values) {
      const bool isBetter =
          hasSign ? static_cast<std::int64_t>(value) > static_cast<std::int64_t>(greatest) : value > greatest;
      if (isBetter) greatest = value;
    }
    return greatest;
  });
}

}  // namespace

extern const Operator reduceMaxOperator{
    .name = "reduceMax",
    .anchor = "dom-mlgraphbuilder-reducemax",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(anyType),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
