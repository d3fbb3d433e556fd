// output = the greatest integer that is not above the input
#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// Exact.
std::vector<Tensor> compute(const ComputeCall& call) {
  return {mapped(call.operand("input"), [](double x) { return std::floor(x); })};
}

}  // namespace

extern const Operator floorOperator{
    .name = "floor",
    .anchor = "dom-mlgraphbuilder-floor",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
