// A number of 640 bits, for the last and widest try: where double and binary128 cannot tell how a result rounds. Plain
// and slow. There is neither NaN nor infinity: it is only asked about finite operands.
#pragma once

#include <array>
#include <cstdint>

namespace conform {

class BigReal {
 public:
  BigReal() = default;
  BigReal(double value);
  /// An integer of 32-bit limbs, the lowest first, times 2^exponent; truncated to 640 bits.
  static BigReal ofLimbs(bool isNegative, const std::uint32_t* limbs, int count, std::int64_t exponent);

  BigReal operator-() const;
  friend BigReal operator+(const BigReal& a, const BigReal& b);
  friend BigReal operator-(const BigReal& a, const BigReal& b) { return a + -b; }
  friend BigReal operator*(const BigReal& a, const BigReal& b);
  friend BigReal operator/(const BigReal& a, const BigReal& b);
  BigReal& operator+=(const BigReal& other) { return *this = *this + other; }
  friend bool operator<=(const BigReal& a, const BigReal& b);
  friend BigReal sqrt(const BigReal& a);
  friend BigReal exp(const BigReal& a);
  friend BigReal tanh(const BigReal& a);

  /// Rounded to odd (see Float128.hpp), ready to be stored. A number that only something like 2^-467 keeps from being a
  /// double is that double: it is the error of the operations before.
  double toDouble() const;
  /// Near to it, for bounds and first approximations.
  double approximation() const;

 private:
  static constexpr int limbCount = 20;
  static constexpr int bits = 32 * limbCount;
  using Limbs = std::array<std::uint32_t, limbCount>;

  bool isZero() const { return limbs_.back() == 0; }
  BigReal scaled(std::int64_t power) const;  ///< Times 2^power.
  /// The bits from `first` on, counted from the highest, are all this one, up to `last` (exclusive).
  bool hasOnly(bool bit, int first, int last) const;

  bool isNegative_ = false;
  Limbs limbs_{};              ///< The lowest first; of a number that is not 0 the highest bit is set.
  std::int64_t exponent_ = 0;  ///< Of the lowest bit.
};

}  // namespace conform
