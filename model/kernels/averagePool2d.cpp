// output = mean of the elements in the window. The padding is not counted, neither above nor below the line of the
// fraction (docs/kernels.md: left open by the draft; the web-platform-tests have it so).
#include <cmath>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/pooling.hpp"

namespace conform {
namespace {

/// The exact mean, rounded once. A window with nothing but padding: 0 / 0.
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return {pooled(call,
                 [&](std::span<const double> window) { return window.empty() ? std::nan("") : meanOf(type, window); })};
}

}  // namespace

extern const Operator averagePool2dOperator{
    .name = "averagePool2d",
    .anchor = "dom-mlgraphbuilder-averagepool2d",
    .parameters = {{"input"}},
    .options = poolOptions(),
    .limits = poolLimits(floatTypes),
    .check = checkPool2d,
    .compute = compute,
};

}  // namespace conform
