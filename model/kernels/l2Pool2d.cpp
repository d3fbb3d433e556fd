// output = square root of the sum of the squares of the elements in the window.
#include "model/kernels/ExactSum.hpp"
#include "model/kernels/pooling.hpp"

namespace conform {
namespace {

/// The root of the exact sum, rounded once. A window with nothing but padding: 0.
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return {pooled(call, [&](std::span<const double> window) { return normOf(type, window); })};
}

}  // namespace

extern const Operator l2Pool2dOperator{
    .name = "l2Pool2d",
    .anchor = "dom-mlgraphbuilder-l2pool2d",
    .parameters = {{"input"}},
    .options = poolOptions(),
    .limits = poolLimits(floatTypes),
    .check = checkPool2d,
    .compute = compute,
};

}  // namespace conform
