#include "model/kernels/rounding.hpp"

#include <quadmath.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "model/kernels/float16.hpp"

namespace conform {

double roundedToOdd(Float128 value) {
  const double nearest = static_cast<double>(value);
  if (nearest == value || std::isnan(nearest)) return nearest;
  if (std::isinf(nearest)) return std::copysign(std::numeric_limits<double>::max(), nearest);  // Its last bit is odd.
  return nudgedToOdd(nearest, nearest < value ? 1 : -1);
}

double nudgedToOdd(double near, double side) {
  if (side == 0 || !std::isfinite(near)) return near;
  // Of the two doubles around the exact value, one is odd.
  const bool isOdd = std::bit_cast<std::uint64_t>(near) & 1;
  return isOdd ? near : std::nextafter(near, side > 0 ? HUGE_VAL : -HUGE_VAL);
}

double sumToOdd(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  // What the addition lost, exactly (Knuth's TwoSum).
  const double fromB = sum - a, fromA = sum - fromB;
  return nudgedToOdd(sum, (a - fromA) + (b - fromB));
}

double roundedToOdd(Int128 value) {
  Int128 magnitude = value < 0 ? -value : value;
  int exponent = 0;
  bool isInexact = false;
  while (magnitude >> 53 != 0) {
    isInexact = isInexact || (magnitude & 1) != 0;
    magnitude >>= 1;
    ++exponent;
  }
  if (isInexact) magnitude |= 1;
  const double real = std::ldexp(static_cast<double>(static_cast<std::int64_t>(magnitude)), exponent);
  return value < 0 ? -real : real;
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
