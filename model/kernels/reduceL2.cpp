// output = square root of the sum of the squares along the axes
#include "model/kernels/ExactSum.hpp"
#include "model/kernels/reduction.hpp"

namespace conform {
namespace {

/// The root of the exact sum, rounded once.
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return computeReduction(call, [&](std::span<const double> values) { return normOf(type, values); });
}

}  // namespace

extern const Operator reduceL2Operator{
    .name = "reduceL2",
    .anchor = "dom-mlgraphbuilder-reducel2",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(floatTypes),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
