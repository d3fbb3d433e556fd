// output = a to the power of b, broadcast
#include <quadmath.h>

#include <cmath>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// Wraps. A negative exponent gives the reciprocal, truncated: 0 but for bases 1 and -1 (docs/kernels.md).
std::uint64_t powerOf(std::uint64_t base, std::uint64_t exponent, bool isSigned) {
  if (isSigned && static_cast<std::int64_t>(exponent) < 0) {
    if (base == 1) return 1;
    if (base == ~std::uint64_t{0}) return exponent % 2 == 0 ? 1 : base;
    return 0;
  }
  std::uint64_t power = 1;
  for (; exponent != 0; exponent /= 2, base *= base) {
    if (exponent % 2 == 1) power *= base;
  }
  return power;
}

/// As IEEE 754 has pow: pow(x, 0) and pow(1, y) are 1 even for NaN.
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return computeBinary(
      call, [&](double a, double b) { return correctlyRounded(type, std::pow(a, b), [&] { return powq(a, b); }); },
      [&](std::uint64_t a, std::uint64_t b) { return powerOf(a, b, isSigned(type)); });
}

}  // namespace

extern const Operator powOperator{
    .name = "pow",
    .anchor = "dom-mlgraphbuilder-pow",
    .parameters = {{"a"}, {"b"}},
    .options = {},
    .limits = binaryLimits(anyType),
    .check = checkBinary,
    .compute = compute,
};

}  // namespace conform
