// output = 1 where one, not both of a and b are not 0, else 0, broadcast
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeComparison(call, [](auto a, auto b) { return (a != 0) != (b != 0); });
}

}  // namespace

extern const Operator logicalXorOperator{
    .name = "logicalXor",
    .anchor = "dom-mlgraphbuilder-logicalxor",
    .parameters = {{"a"}, {"b"}},
    .options = {},
    .limits = comparisonLimits(uint8Only),
    .check = checkLogical,
    .compute = compute,
};

}  // namespace conform
