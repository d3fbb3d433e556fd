#include "model/kernels/ExactSum.hpp"

#include <quadmath.h>

#include <cmath>
#include <cstdlib>

#include "model/kernels/rounding.hpp"

namespace conform {

/// Sign and magnitude, the magnitude with its carries done: limbs of 32 bits, all below 2^32.
struct ExactSum::Parts {
  bool isNegative = false;
  int top = -1;  ///< The highest limb that is not 0; -1: the sum is 0.
  std::array<std::uint32_t, limbCount> limbs{};
};

void ExactSum::add(double value) {
  if (value == 0) {
    (std::signbit(value) ? hasNegativeZero_ : hasOther_) = true;
    return;
  }
  hasOther_ = true;
  if (!std::isfinite(value)) {
    isNaN_ = isNaN_ || std::isnan(value);
    hasPositiveInfinity_ = hasPositiveInfinity_ || value > 0;
    hasNegativeInfinity_ = hasNegativeInfinity_ || value < 0;
    return;
  }
  int exponent = 0;
  const std::int64_t significand = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  const int shift = exponent - 53 - lowest;  // Never negative: the smallest double is 2^52 * 2^-1126.
  const std::size_t limb = static_cast<std::size_t>(shift / 32);
  __extension__ typedef unsigned __int128 Wide;
  const Wide wide = static_cast<Wide>(static_cast<std::uint64_t>(std::llabs(significand))) << (shift % 32);
  const std::int64_t sign = significand < 0 ? -1 : 1;
  limbs_[limb] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(wide));
  limbs_[limb + 1] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(wide >> 32));
  limbs_[limb + 2] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(wide >> 64));
  if (++pending_ == (1u << 30)) propagate();
}

void ExactSum::addProduct(double a, double b) {
  const double product = a * b;
  add(product);
  if (std::isfinite(product)) {
    const double rest = std::fma(a, b, -product);  // Exact; 0 for operands of 24 bits.
    if (rest != 0) add(rest);
  }
}

void ExactSum::negate() {
  for (std::int64_t& limb : limbs_) limb = -limb;
  std::swap(hasPositiveInfinity_, hasNegativeInfinity_);
  const bool wasNegativeZero = hasNegativeZero_ && !hasOther_;
  hasOther_ = hasOther_ || wasNegativeZero;
}

void ExactSum::propagate() {
  std::int64_t carry = 0;
  for (std::int64_t& limb : limbs_) {
    const std::int64_t sum = limb + carry;
    carry = sum >> 32;  // Arithmetic: rounds down, so what stays is 0 to 2^32 - 1.
    limb = sum & 0xffffffff;
  }
  limbs_.back() += carry * (std::int64_t{1} << 32);
  pending_ = 0;
}

ExactSum::Parts ExactSum::parts() const {
  ExactSum normal = *this;
  normal.propagate();
  Parts parts;
  parts.isNegative = normal.limbs_.back() < 0;
  if (parts.isNegative) {
    for (std::int64_t& limb : normal.limbs_) limb = -limb;
    normal.propagate();
  }
  for (int i = 0; i < limbCount; ++i) {
    parts.limbs[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(normal.limbs_[static_cast<std::size_t>(i)]);
    if (parts.limbs[static_cast<std::size_t>(i)] != 0) parts.top = i;
  }
  return parts;
}

Float128 ExactSum::toFloat128() const {
  if (isNaN_ || (hasPositiveInfinity_ && hasNegativeInfinity_)) return std::nan("");
  if (hasPositiveInfinity_) return HUGE_VAL;
  if (hasNegativeInfinity_) return -HUGE_VAL;
  const Parts sum = parts();
  if (sum.top < 0) return hasNegativeZero_ && !hasOther_ ? -0.0 : 0.0;
  // The top four limbs hold 97 to 128 bits: enough with a sticky bit, for whatever lies below, in the last place.
  __extension__ typedef unsigned __int128 Wide;
  Wide significand = 0;
  for (int i = 0; i < 4; ++i) {
    const int limb = sum.top - i;
    significand = significand << 32 | (limb < 0 ? 0u : sum.limbs[static_cast<std::size_t>(limb)]);
  }
  int exponent = lowest + 32 * (sum.top - 3);
  std::uint32_t below = 0;
  for (int limb = sum.top - 4; limb >= 0; --limb) below |= sum.limbs[static_cast<std::size_t>(limb)];
  bool isInexact = below != 0;
  while (significand >> 112 > 1) {  // Down to 113 bits.
    isInexact = isInexact || (significand & 1);
    significand >>= 1;
    ++exponent;
  }
  if (isInexact) significand |= 1;  // Rounded to odd (or truncated where the last bit was 1 already).
  Float128 value = static_cast<Float128>(significand);
  for (; exponent > 0; exponent -= exponent < 60 ? exponent : 60)
    value *= static_cast<Float128>(std::uint64_t{1} << (exponent < 60 ? exponent : 60));
  for (; exponent < 0; exponent += -exponent < 60 ? -exponent : 60)
    value /= static_cast<Float128>(std::uint64_t{1} << (-exponent < 60 ? -exponent : 60));
  return sum.isNegative ? -value : value;
}

BigReal ExactSum::toBigReal() const {
  const Parts sum = parts();
  return BigReal::ofLimbs(sum.isNegative, sum.limbs.data(), limbCount, lowest);
}

double ExactSum::toDouble() const {
  return roundedToOdd(toFloat128());
}

double sumOf(DataType type, std::span<const double> values) {
  double sum = 0, magnitude = 0;
  for (const double value : values) {
    sum += value;
    magnitude += std::fabs(value);
  }
  // n additions err by at most n u |sum of magnitudes| (1 + n u); twice that leaves room for the bound's own rounding.
  const double error = static_cast<double>(values.size()) * 0x1p-52 * magnitude;
  if (sum != 0 && roundAlike(type, sum - error, sum + error)) return sum;
  ExactSum exact;
  for (const double value : values) exact.add(value);
  return exact.toDouble();
}

double dotOf(DataType type, std::span<const double> a, std::span<const double> b) {
  double sum = 0, magnitude = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double product = a[i] * b[i];
    sum += product;
    magnitude += std::fabs(product);
  }
  const double error = static_cast<double>(a.size() + 1) * 0x1p-52 * magnitude;
  if (sum != 0 && roundAlike(type, sum - error, sum + error)) return sum;
  ExactSum exact;
  for (std::size_t i = 0; i < a.size(); ++i) exact.addProduct(a[i], b[i]);
  return exact.toDouble();
}

double meanOf(DataType type, std::span<const double> values) {
  double sum = 0, magnitude = 0;
  for (const double value : values) {
    sum += value;
    magnitude += std::fabs(value);
  }
  const auto count = static_cast<double>(values.size());
  const double mean = sum / count, error = (count + 1) * 0x1p-52 * magnitude / count;
  if (sum != 0 && roundAlike(type, mean - error, mean + error)) return mean;

  ExactSum exact;
  for (const double value : values) exact.add(value);
  const auto near = static_cast<double>(exact.toFloat128() / static_cast<Float128>(count));
  if (near == 0 || !std::isfinite(near)) return near;
  exact.addProduct(-near, count);  // What is left over says on which side of `near` the mean lies.
  return nudgedToOdd(near, static_cast<double>(exact.toFloat128()));
}

double normOf(DataType type, std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  const double norm = std::sqrt(sum), error = static_cast<double>(values.size() + 1) * 0x1p-52 * norm;
  if (sum == 0 || roundAlike(type, norm - error, norm + error)) return norm;

  ExactSum exact;
  for (const double value : values) exact.addProduct(value, value);
  const auto near = static_cast<double>(sqrtq(exact.toFloat128()));
  if (!std::isfinite(near)) return near;
  exact.addProduct(-near, near);  // What is left over says on which side of `near` the root lies.
  return nudgedToOdd(near, static_cast<double>(exact.toFloat128()));
}

}  // namespace conform
