// output = 1 where a < b, else 0, broadcast. With a NaN: 0.
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeComparison(call, [](auto a, auto b) { return a < b; });
}

}  // namespace

extern const Operator lesserOperator{
    .name = "lesser",
    .anchor = "dom-mlgraphbuilder-lesser",
    .parameters = {{"a"}, {"b"}},
    .options = {},
    .limits = comparisonLimits(anyType),
    .check = checkLogical,
    .compute = compute,
};

}  // namespace conform
