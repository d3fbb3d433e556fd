// output = a / b, broadcast. Integers are truncated towards zero.
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// By zero the draft leaves open: 0 here. The lowest value by -1 wraps to itself.
std::uint64_t quotientOf(std::uint64_t a, std::uint64_t b, bool isSigned) {
  if (b == 0) return 0;
  if (!isSigned) return a / b;
  if (b == ~std::uint64_t{0}) return 0 - a;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(a) / static_cast<std::int64_t>(b));
}

/// The quotient in double rounds as the exact one does (53 >= 2 * 24 + 2).
std::vector<Tensor> compute(const ComputeCall& call) {
  const bool hasSign = isSigned(call.output().dataType);
  return computeBinary(
      call, [](double a, double b) { return a / b; },
      [&](std::uint64_t a, std::uint64_t b) { return quotientOf(a, b, hasSign); });
}

}  // namespace

extern const Operator divOperator{
    .name = "div",
    .anchor = "dom-mlgraphbuilder-div",
    .parameters = {{"a"}, {"b"}},
    .options = {},
    .limits = binaryLimits(anyType),
    .check = checkBinary,
    .compute = compute,
};

}  // namespace conform
