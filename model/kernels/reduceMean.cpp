// output = sum / count, along the axes
#include "model/kernels/ExactSum.hpp"
#include "model/kernels/reduction.hpp"

namespace conform {
namespace {

/// The exact mean, rounded once.
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return computeReduction(call, [&](std::span<const double> values) { return meanOf(type, values); });
}

}  // namespace

extern const Operator reduceMeanOperator{
    .name = "reduceMean",
    .anchor = "dom-mlgraphbuilder-reducemean",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(floatTypes),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
