// output = 1 where a is Infinity or -Infinity, else 0
//
// SPEC ISSUE: the table of limits allows any data type, the steps only floats; the steps are followed.
#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& a = call.operand("a");
  std::vector<std::uint64_t> values;
  for (const double value : a.reals()) values.push_back(std::isinf(value) ? 1 : 0);
  Tensor output{call.output()};
  output.store(values);
  return {std::move(output)};
}

}  // namespace

extern const Operator isInfiniteOperator{
    .name = "isInfinite",
    .anchor = "dom-mlgraphbuilder-isinfinite",
    .parameters = {{"a"}},
    .options = {},
    .limits = predicateLimits(floatTypes),
    .check = checkLogical,
    .compute = compute,
};

}  // namespace conform
