// A sum that is exact, however long and in whatever order: a fixed-point number that spans all of double (Kulisch).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "model/kernels/BigReal.hpp"
#include "model/kernels/Float128.hpp"
#include "model/vocabulary/DataType.hpp"

namespace conform {

class ExactSum {
 public:
  void add(double value);
  /// a * b without error, as long as the product is not below 2^-969 (those of float32 numbers are not).
  void addProduct(double a, double b);
  /// Changes the sign of the sum.
  void negate();

  /// The sum, rounded to odd (see Float128.hpp): storing it rounds once. NaN and infinities as IEEE addition has them;
  /// the sum of nothing but negative zeros is -0.
  double toDouble() const;
  /// The sum with 113 bits, rounded to odd; for what is computed from a sum (a mean, a root).
  Float128 toFloat128() const;
  /// The same with 640 bits: exact, for sums of float32 numbers. The sum must be finite.
  BigReal toBigReal() const;

 private:
  static constexpr int lowest = -1152;  ///< Weight of limb 0: 2^lowest.
  static constexpr int limbCount = 72;  ///< 32 bits each, signed, so that carries can wait: up to 2^1152.

  void propagate();
  struct Parts;
  Parts parts() const;

  std::array<std::int64_t, limbCount> limbs_{};
  std::uint32_t pending_ = 0;  ///< Additions since the carries were last propagated.
  bool isNaN_ = false, hasPositiveInfinity_ = false, hasNegativeInfinity_ = false;
  bool hasOther_ = false, hasNegativeZero_ = false;
};

/// The exact sum of these, ready to be stored as `type`: by plain addition where a bound shows that its error does not
/// matter, else by ExactSum.
double sumOf(DataType type, std::span<const double> values);

/// The exact mean of these, and the square root of the exact sum of their squares (of float32 or float16 numbers).
double meanOf(DataType type, std::span<const double> values);
double normOf(DataType type, std::span<const double> values);

/// The exact dot product of two float32 or float16 vectors (as doubles), ready to be stored as `type`.
double dotOf(DataType type, std::span<const double> a, std::span<const double> b);

}  // namespace conform
