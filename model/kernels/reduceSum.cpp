// output = sum of the input along the axes
#include <numeric>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/reduction.hpp"

namespace conform {
namespace {

/// The exact sum, rounded once. Integers wrap (docs/kernels.md: left open by the draft).
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return computeReduction(
      call, [&](std::span<const double> values) { return sumOf(type, values); },
      [](std::span<const std::uint64_t> values) {
        return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
      });
}

}  // namespace

extern const Operator reduceSumOperator{
    .name = "reduceSum",
    .anchor = "dom-mlgraphbuilder-reducesum",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(wideTypes),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
