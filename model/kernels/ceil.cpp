// output = the least integer that is not below the input
#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// Exact. -0.5 gives -0.
std::vector<Tensor> compute(const ComputeCall& call) {
  return {mapped(call.operand("input"), [](double x) { return std::ceil(x); })};
}

}  // namespace

extern const Operator ceilOperator{
    .name = "ceil",
    .anchor = "dom-mlgraphbuilder-ceil",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(floatTypes),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
