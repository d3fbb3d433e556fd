// output = product of the values along the axes
#include <quadmath.h>

#include <cmath>

#include "model/kernels/reduction.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

/// A product whose exponent is kept apart, so that nothing overflows on the way.
template <class Real>
struct ScaledProduct {
  Real significand = 1;
  long exponent = 0;

  void multiply(double factor) {
    int shift = 0;
    significand *= static_cast<Real>(std::frexp(factor, &shift));
    exponent += shift;
    const double size = std::fabs(static_cast<double>(significand));
    if (size != 0 && size < 0x1p-500) {
      significand *= static_cast<Real>(0x1p500);
      exponent -= 500;
    }
  }
  /// Far out of the range of the types that are stored, it does not matter how far.
  int clampedExponent() const { return static_cast<int>(exponent > 3000 ? 3000 : exponent < -3000 ? -3000 : exponent); }
};

double productOf(DataType type, std::span<const double> values) {
  ScaledProduct<double> product;
  bool isFinite = true;
  double special = 1;  // What IEEE multiplication makes of infinities, zeros and NaN.
  for (const double value : values) {
    isFinite = isFinite && std::isfinite(value) && value != 0;
    special *= std::isfinite(value) && value != 0 ? std::copysign(1, value) : value;
    if (isFinite) product.multiply(value);
  }
  if (!isFinite) return special;

  const double error = static_cast<double>(values.size()) * 0x1p-52;
  return correctlyRounded(
      type, std::ldexp(product.significand, product.clampedExponent()),
      [&] {
        ScaledProduct<Float128> wide;
        for (const double value : values) wide.multiply(value);
        return ldexpq(wide.significand, wide.clampedExponent());
      },
      error);
}

/// The exact product, rounded once, as long as it has no more than 113 significant bits or is not within 2^-100 of a
/// rounding boundary. Integers wrap.
std::vector<Tensor> compute(const ComputeCall& call) {
  const DataType type = call.output().dataType;
  return computeReduction(
      call, [&](std::span<const double> values) { return productOf(type, values); },
      [](std::span<const std::uint64_t> values) {
        std::uint64_t product = 1;
        for (const std::uint64_t value : values) product *= value;
        return product;
      });
}

}  // namespace

extern const Operator reduceProductOperator{
    .name = "reduceProduct",
    .anchor = "dom-mlgraphbuilder-reduceproduct",
    .parameters = {{"input"}},
    .options = reductionOptions(),
    .limits = unaryLimits(wideTypes),
    .check = checkReduction,
    .compute = compute,
};

}  // namespace conform
