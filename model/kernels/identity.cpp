// output = input, bit for bit.
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return {call.operand("input")};
}

}  // namespace

extern const Operator identityOperator{
    .name = "identity",
    .anchor = "dom-mlgraphbuilder-identity",
    .parameters = {{"input"}},
    .options = {},
    .limits = unaryLimits(anyType),
    .check = checkUnary,
    .compute = compute,
};

}  // namespace conform
