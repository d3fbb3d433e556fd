// The unevaluated sum of two doubles: 106 bits, in hardware. Each operation errs by less than 2^-103 of its result, as
// long as nothing underflows; what is not finite is as in double.
#pragma once

#include <cmath>

#include "model/kernels/Float128.hpp"

namespace conform {

struct DoubleDouble {
  double high = 0, low = 0;

  DoubleDouble() = default;
  DoubleDouble(double value) : high(value) {}
  explicit DoubleDouble(Float128 value) : high(static_cast<double>(value)) {
    if (std::isfinite(high)) low = static_cast<double>(value - high);
  }
  /// `large` has at least the exponent of `small`, or is 0.
  static DoubleDouble ofSum(double large, double small) {
    DoubleDouble sum{large + small};
    if (std::isfinite(sum.high)) sum.low = small - (sum.high - large);
    return sum;
  }
  Float128 toFloat128() const { return Float128{high} + low; }

  DoubleDouble operator-() const {
    DoubleDouble result{-high};
    result.low = -low;
    return result;
  }

  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble high = exactSum(a.high, b.high), low = exactSum(a.low, b.low);
    const DoubleDouble sum = ofSum(high.high, high.low + low.high);
    return ofSum(sum.high, sum.low + low.low);
  }

  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const double product = a.high * b.high;
    if (!std::isfinite(product)) return product;
    // Dekker: the halves of each factor multiply without error.
    const double a1 = upperHalf(a.high), a2 = a.high - a1, b1 = upperHalf(b.high), b2 = b.high - b1;
    const double rest = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;
    return ofSum(product, rest + (a.high * b.low + a.low * b.high));
  }

  DoubleDouble& operator+=(const DoubleDouble& other) { return *this = *this + other; }

 private:
  /// Knuth: the sum, and what its rounding lost.
  static DoubleDouble exactSum(double a, double b) {
    DoubleDouble sum{a + b};
    if (!std::isfinite(sum.high)) return sum;
    const double fromB = sum.high - a;
    sum.low = (a - (sum.high - fromB)) + (b - fromB);
    return sum;
  }
  /// Veltkamp: the upper 26 bits. (Of a number near the end of the range: not finite, and neither is the result then.)
  static double upperHalf(double value) {
    const double scaled = value * 134217729;  // 2^27 + 1
    return scaled - (scaled - value);
  }
};

}  // namespace conform
