// output = sum of the absolute values along the axes
#include <cmath>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/reduction.hpp"

namespace conform {
namespace {

/// The exact sum, rounded once. Integers wrap.
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  std::vector<double> magnitudes;
  return computeReduction(
      call,
      [&](std::span<const double> values) {
        magnitudes.clear();
        for (const double value : values) magnitudes.push_back(std::fabs(value));
        return sumOf(type, magnitudes);
      },
      [&](std::span<const std::uint64_t> values) {
        std::uint64_t sum = 0;
        for (const std::uint64_t value : values) {
          const bool isNegative = isSigned(type) && static_cast<std::int64_t>(value) < 0;
          sum += isNegative ? 0 - value : value;
        }
        return sum;
      });
}

}  // namespace

extern const Operator reduceL1Operator{
    .name = "reduceL1",
    .anchor = "dom-mlgraphbuilder-reducel1",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(wideTypes),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
