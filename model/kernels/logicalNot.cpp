// output = 1 where a is 0, else 0
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& a = call.operand("a");
  std::vector<std::uint64_t> values;
  for (const std::uint64_t value : a.words()) values.push_back(value == 0 ? 1 : 0);
  Tensor output{call.output()};
  output.store(values);
  return {std::move(output)};
}

}  // namespace

extern const Operator logicalNotOperator{
    .name = "logicalNot",
    .anchor = "dom-mlgraphbuilder-logicalnot",
    .parameters = {{"a"}},
    .options = {},
    .limits = predicateLimits(uint8Only),
    .check = checkLogical,
    .compute = compute,
};

}  // namespace conform
