#include "model/kernels/rounding.hpp"

#include <quadmath.h>

#include <cmath>
#include <limits>

#include "model/kernels/float16.hpp"

namespace conform {

double roundedToOdd(Float128 value) {
  const double nearest = static_cast<double>(value);
  if (nearest == value || std::isnan(nearest)) return nearest;
  if (std::isinf(nearest)) return std::copysign(std::numeric_limits<double>::max(), nearest);  // Its last bit is odd.
  // Of the two doubles around `value`, exactly one is odd.
  const double other = std::nextafter(nearest, nearest < value ? HUGE_VAL : -HUGE_VAL);
  int exponent = 0;
  const double significand = std::ldexp(std::frexp(nearest, &exponent), 53);
  // (In the subnormal range of double the parity is that of a scaled number; no kernel gets there.)
  const bool isOdd = std::fmod(std::fabs(significand), 2) == 1;
  return isOdd ? nearest : other;
}

bool roundAlike(DataType type, double lower, double upper) {
  // Not by value: -0 and 0 differ. NaN and infinity have no error bound and stay as they are.
  if (type == DataType::float16) return float16Of(lower) == float16Of(upper);
  const float a = static_cast<float>(lower), b = static_cast<float>(upper);
  return (a == b && std::signbit(a) == std::signbit(b)) || a != a || b != b;
}

double settled(Float128 value) {
  const double nearest = static_cast<double>(value);
  if (std::isfinite(nearest) && nearest != 0 && fabsq((value - nearest) / nearest) < 0x1p-100) return nearest;
  return roundedToOdd(value);
}

}  // namespace conform
