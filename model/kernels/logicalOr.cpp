// output = 1 where one or both of a and b are not 0, else 0, broadcast
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeComparison(call, [](auto a, auto b) { return (a != 0) || (b != 0); });
}

}  // namespace

extern const Operator logicalOrOperator{
    .name = "logicalOr",
    .anchor = "dom-mlgraphbuilder-logicalor",
    .parameters = {{"a"}, {"b"}},
    .options = {},
    .limits = comparisonLimits(uint8Only),
    .check = checkLogical,
    .compute = compute,
};

}  // namespace conform
