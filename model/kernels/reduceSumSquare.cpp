// output = sum of the squares along the axes
#include "model/kernels/ExactSum.hpp"
#include "model/kernels/reduction.hpp"

namespace conform {
namespace {

/// The exact sum, rounded once. Integers wrap.
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return computeReduction(
      call, [&](std::span<const double> values) { return dotOf(type, values, values); },
      [](std::span<const std::uint64_t> values) {
        std::uint64_t sum = 0;
        for (const std::uint64_t value : values) sum += value * value;
        return sum;
      });
}

}  // namespace

extern const Operator reduceSumSquareOperator{
    .name = "reduceSumSquare",
    .anchor = "dom-mlgraphbuilder-reducesumsquare",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(wideTypes),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
