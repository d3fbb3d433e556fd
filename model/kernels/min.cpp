// output = the lesser of a and b, broadcast
#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// NaN wins, and -0 is less than 0 (docs/kernels.md: left open by the draft).
double lesserOf(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return a + b;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const bool hasSign = isSigned(call.output().dataType);
  return computeBinary(call, lesserOf, [&](std::uint64_t a, std::uint64_t b) {
    if (hasSign) return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) ? a : b;
    return a < b ? a : b;
  });
}

}  // namespace

extern const Operator minOperator{
    .name = "min",
    .anchor = "dom-mlgraphbuilder-min",
    .parameters = {{"a"}, {"b"}},
    .options = {},
    .limits = binaryLimits(anyType),
    .check = checkBinary,
    .compute = compute,
};

}  // namespace conform
