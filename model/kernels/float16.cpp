#include "model/kernels/float16.hpp"

#include <bit>
#include <cmath>

namespace conform {

std::uint16_t float16Of(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return sign | 0x7e00;
  const double magnitude = std::fabs(value);
  if (magnitude >= 65520) return sign | 0x7c00;  // The midpoint of 65504 and 2^16 goes to the even one: infinity.

  // One unit in the last place of binary16 here; below 2^-14 the spacing stays that of the subnormals.
  const int exponent = magnitude < 0x1p-14 ? -14 : std::ilogb(magnitude);
  const double unit = std::ldexp(1.0, exponent - 10);
  // Adding and taking away 2^52 rounds to an integer, ties to even (the rounding mode is never changed).
  const double significand = (magnitude / unit + 0x1p52) - 0x1p52;
  // A significand that rounds up to 2048 carries into the exponent by itself.
  const int biased = magnitude < 0x1p-14 ? 0 : exponent + 14;
  return sign | static_cast<std::uint16_t>(biased * 1024 + static_cast<int>(significand));
}

double realOf(std::uint16_t float16) {
  const int exponent = (float16 >> 10) & 31;
  const int fraction = float16 & 1023;
  double magnitude = 0;
  if (exponent == 31) {
    magnitude = fraction ? std::nan("") : HUGE_VAL;
  } else if (exponent == 0) {
    magnitude = std::ldexp(fraction, -24);
  } else {
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  }
  return float16 & 0x8000 ? -magnitude : magnitude;
}

}  // namespace conform
