#include "model/kernels/BigReal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace conform {
namespace {

/// Compares limbs of the same number, the lowest first.
template <class Limbs>
int compare(const Limbs& a, const Limbs& b) {
  for (std::size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

/// ln 2 = sum of 1 / (k 2^k)
BigReal computeLn2() {
  BigReal sum, power = 1;
  for (int k = 1; k <= 680; ++k) {
    power = power * 0.5;
    sum += power / static_cast<double>(k);
  }
  return sum;
}

}  // namespace

BigReal::BigReal(double value) {
  if (value == 0) return;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 64));  // 53 bits at the top.
  isNegative_ = value < 0;
  limbs_[limbCount - 1] = static_cast<std::uint32_t>(significand >> 32);
  limbs_[limbCount - 2] = static_cast<std::uint32_t>(significand);
  exponent_ = exponent - bits;
}

BigReal BigReal::ofLimbs(bool isNegative, const std::uint32_t* limbs, int count, std::int64_t exponent) {
  while (count > 0 && limbs[count - 1] == 0) --count;
  BigReal result;
  if (count == 0) return result;
  const int shift = std::countl_zero(limbs[count - 1]);
  for (int i = 0; i < limbCount; ++i) {
    const int at = count - 1 - i;
    const std::uint32_t high = at >= 0 ? limbs[at] : 0, low = at >= 1 ? limbs[at - 1] : 0;
    result.limbs_[static_cast<std::size_t>(limbCount - 1 - i)] =
        shift == 0 ? high : high << shift | low >> (32 - shift);
  }
  result.isNegative_ = isNegative;
  result.exponent_ = exponent + 32 * (std::int64_t{count} - limbCount) - shift;
  return result;
}

BigReal BigReal::operator-() const {
  BigReal result = *this;
  if (!isZero()) result.isNegative_ = !isNegative_;
  return result;
}

BigReal BigReal::scaled(std::int64_t power) const {
  BigReal result = *this;
  if (!isZero()) result.exponent_ += power;
  return result;
}

BigReal operator+(const BigReal& a, const BigReal& b) {
  if (a.isZero()) return b;
  if (b.isZero()) return a;
  // Two limbs more, below: what is shifted out of those cannot matter.
  constexpr int wide = BigReal::limbCount + 2;
  using Wide = std::array<std::uint32_t, wide>;
  const bool isFirstLarger =
      a.exponent_ > b.exponent_ || (a.exponent_ == b.exponent_ && compare(a.limbs_, b.limbs_) >= 0);
  const BigReal &large = isFirstLarger ? a : b, &small = isFirstLarger ? b : a;
  const std::int64_t distance = large.exponent_ - small.exponent_;
  if (distance > 32 * wide) return large;

  Wide x{}, y{};
  for (int i = 0; i < BigReal::limbCount; ++i)
    x[static_cast<std::size_t>(i + 2)] = large.limbs_[static_cast<std::size_t>(i)];
  const int limbs = static_cast<int>(distance / 32), shift = static_cast<int>(distance % 32);
  for (int i = 0; i < wide; ++i) {
    const auto limb = [&](int at) {
      return at >= 2 && at < wide ? small.limbs_[static_cast<std::size_t>(at - 2)] : 0u;
    };
    const std::uint32_t low = limb(i + limbs), high = limb(i + limbs + 1);
    y[static_cast<std::size_t>(i)] = shift == 0 ? low : low >> shift | high << (32 - shift);
  }

  std::array<std::uint32_t, wide + 1> sum{};
  const std::int64_t sign = a.isNegative_ == b.isNegative_ ? 1 : -1;
  std::int64_t carry = 0;
  for (std::size_t i = 0; i < wide; ++i) {
    carry += std::int64_t{x[i]} + sign * std::int64_t{y[i]};
    sum[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  sum[wide] = static_cast<std::uint32_t>(carry);
  return BigReal::ofLimbs(large.isNegative_, sum.data(), wide + 1, large.exponent_ - 64);
}

BigReal operator*(const BigReal& a, const BigReal& b) {
  if (a.isZero() || b.isZero()) return {};
  std::array<std::uint32_t, 2 * BigReal::limbCount> product{};
  for (std::size_t i = 0; i < BigReal::limbCount; ++i) {
    if (a.limbs_[i] == 0) continue;
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < BigReal::limbCount; ++j) {
      carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j] + product[i + j];
      product[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    product[i + BigReal::limbCount] = static_cast<std::uint32_t>(carry);
  }
  return BigReal::ofLimbs(a.isNegative_ != b.isNegative_, product.data(), 2 * BigReal::limbCount,
                          a.exponent_ + b.exponent_);
}

/// By Newton's iteration for 1 / b, which doubles the number of right bits.
BigReal operator/(const BigReal& a, const BigReal& b) {
  const std::int64_t power = b.exponent_ + BigReal::bits;
  const BigReal divisor = b.scaled(-power);  // 1/2 to 1.
  BigReal reciprocal = 1 / divisor.approximation();
  for (int i = 0; i < 4; ++i) reciprocal = reciprocal + reciprocal * (1 - divisor * reciprocal);
  const BigReal quotient = a * reciprocal;
  return (quotient + (a - quotient * divisor) * reciprocal).scaled(-power);
}

bool operator<=(const BigReal& a, const BigReal& b) {
  const BigReal difference = a - b;
  return difference.isZero() || difference.isNegative_;
}

/// By Newton's iteration for the root.
BigReal sqrt(const BigReal& a) {
  if (a.isZero()) return a;
  const std::int64_t exponent = a.exponent_ + BigReal::bits, power = exponent - (exponent & 1);
  const BigReal radicand = a.scaled(-power);  // 1/2 to 2.
  BigReal root = std::sqrt(radicand.approximation());
  for (int i = 0; i < 5; ++i) root = (root + radicand / root).scaled(-1);
  return root.scaled(power / 2);
}

/// exp(a) = 2^k exp(r / 2^16)^(2^16), with a = k ln 2 + r, and exp of the small number by its series. (Beyond 2^40 in
/// magnitude the result is no longer exact, but as good as infinite or 0.)
BigReal exp(const BigReal& a) {
  static const BigReal ln2 = computeLn2();
  const double near = a.approximation();
  if (near > 0x1p40) return BigReal{1}.scaled(std::int64_t{1} << 40);
  if (near < -0x1p40) return {};
  const double k = std::nearbyint(near / 0.69314718055994530942);
  const BigReal small = (a - ln2 * k).scaled(-16);
  BigReal term = 1, sum = 1;
  for (int i = 1; i < 45; ++i) {  // small < 2^-17: 45 terms leave less than 2^-900.
    term = term * small / static_cast<double>(i);
    sum += term;
  }
  for (int i = 0; i < 16; ++i) sum = sum * sum;
  return sum.scaled(static_cast<std::int64_t>(k));
}

/// (1 - exp(-2 a)) / (1 + exp(-2 a)); near to 0, where that would cancel, a itself.
BigReal tanh(const BigReal& a) {
  if (a.isZero() || a.exponent_ + BigReal::bits < -320) return a;
  const BigReal power = exp((a.isNegative_ ? a : -a).scaled(1)), magnitude = (1 - power) / (1 + power);
  return a.isNegative_ ? -magnitude : magnitude;
}

bool BigReal::hasOnly(bool bit, int first, int last) const {
  for (int i = first; i < last; ++i) {
    const int at = bits - 1 - i;
    if (((limbs_[static_cast<std::size_t>(at / 32)] >> (at % 32)) & 1u) != (bit ? 1u : 0u)) return false;
  }
  return true;
}

double BigReal::toDouble() const {
  if (isZero()) return 0;
  const std::int64_t power = exponent_ + bits - 53;
  if (power > 900) return isNegative_ ? -HUGE_VAL : HUGE_VAL;
  if (power < -1000) return isNegative_ ? -0x1p-1000 : 0x1p-1000;  // Less than half of every type's least number.
  const std::uint64_t top = std::uint64_t{limbs_[limbCount - 1]} << 32 | limbs_[limbCount - 2];
  std::uint64_t significand = top >> 11;
  if (hasOnly(true, 53, 520)) {
    ++significand;
  } else if (!hasOnly(false, 53, 520)) {
    significand |= 1;
  }
  const double magnitude = std::ldexp(static_cast<double>(significand), static_cast<int>(power));
  return isNegative_ ? -magnitude : magnitude;
}

double BigReal::approximation() const {
  if (isZero()) return 0;
  const std::int64_t power = std::min<std::int64_t>(std::max<std::int64_t>(exponent_ + bits - 32, -2000), 2000);
  const double top = limbs_[limbCount - 1] + limbs_[limbCount - 2] * 0x1p-32;
  const double magnitude = std::ldexp(top, static_cast<int>(power));
  return isNegative_ ? -magnitude : magnitude;
}

}  // namespace conform
