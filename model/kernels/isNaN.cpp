// output = 1 where a is NaN, else 0
//
// SPEC ISSUE: the table of limits allows any data type, the steps only floats; the steps are followed.
#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& a = call.operand("a");
  std::vector<std::uint64_t> values;
  for (const double value : a.reals()) values.push_back(std::isnan(value) ? 1 : 0);
  Tensor output{call.output()};
  output.store(values);
  return {std::move(output)};
}

}  // namespace

extern const Operator isNaNOperator{
    .name = "isNaN",
    .anchor = "dom-mlgraphbuilder-isnan",
    .parameters = {{"a"}},
    .options = {},
    .limits = predicateLimits(floatTypes),
    .check = checkLogical,
    .compute = compute,
};

}  // namespace conform
