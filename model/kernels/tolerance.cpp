#include "model/kernels/tolerance.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "model/kernels/float16.hpp"
#include "model/vocabulary/Ensure.hpp"

namespace conform {
namespace {

bool isNaNPattern(DataType type, std::uint64_t bits) {
  return type == DataType::float16 ? (bits & 0x7fff) > 0x7c00 : (bits & 0x7fffffff) > 0x7f800000;
}

std::int64_t signAndMagnitude(DataType type, std::uint64_t bits) {
  const std::uint64_t signBit = type == DataType::float16 ? 0x8000 : 0x80000000;
  const auto magnitude = static_cast<std::int64_t>(bits & (signBit - 1));
  return bits & signBit ? -magnitude : magnitude;
}

/// The raw bits of an integer type as a number, offset so that unsigned comparison is right.
std::uint64_t ordered(DataType type, std::uint64_t bits) {
  if (!isSigned(type)) return bits;
  const unsigned shift = 64 - bitsOf(type);
  const auto value = static_cast<std::int64_t>(bits << shift) >> shift;
  return static_cast<std::uint64_t>(value) + (std::uint64_t{1} << 63);
}

bool isZero(DataType type, std::uint64_t bits) {
  return isFloat(type) && signAndMagnitude(type, bits) == 0;
}

/// Two tensors, element by element.
struct Comparison {
  Comparison(const Tensor& actual, const Tensor& expected, std::span<const double> unrounded, Tolerance::Kind kind)
      : actual(actual), expected(expected), unrounded(unrounded), kind(kind) {}

  /// In the measure of the tolerance.
  double distance(std::size_t i) const {
    if (kind == Tolerance::Kind::ULP || !isFloat(actual.dataType()))
      return static_cast<double>(ulpDistance(actual.dataType(), a[i], b[i]));
    const double x = actual.real(i), y = unrounded.empty() ? expected.real(i) : unrounded[i];
    const double distance = std::isnan(x) && std::isnan(y) ? 0 : x == y ? 0 : std::fabs(x - y);
    return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
  }
  Mismatch mismatch(std::size_t i) const { return {i, elementText(actual, i), elementText(expected, i), distance(i)}; }

  const Tensor& actual;
  const Tensor& expected;
  const std::span<const double> unrounded;
  const Tolerance::Kind kind;
  const std::vector<std::uint64_t> a = actual.patterns(), b = expected.patterns();
};

}  // namespace

std::uint64_t ulpDistance(DataType type, std::uint64_t a, std::uint64_t b) {
  if (isFloat(type)) {
    const bool isNaN = isNaNPattern(type, a);
    if (isNaN || isNaNPattern(type, b))
      return isNaN && isNaNPattern(type, b) ? 0 : std::numeric_limits<std::uint64_t>::max();
    return static_cast<std::uint64_t>(std::llabs(signAndMagnitude(type, a) - signAndMagnitude(type, b)));
  }
  const std::uint64_t x = ordered(type, a), y = ordered(type, b);
  return x > y ? x - y : y - x;
}

std::string elementText(const Tensor& tensor, std::size_t index) {
  char text[64];
  char* end = text;
  if (!isFloat(tensor.dataType())) {
    const std::uint64_t word = tensor.word(index);
    end = isSigned(tensor.dataType()) ? std::to_chars(text, text + sizeof text, static_cast<std::int64_t>(word)).ptr
                                      : std::to_chars(text, text + sizeof text, word).ptr;
    return {text, end};
  }
  const double value = tensor.real(index);
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

std::optional<Mismatch> firstMismatch(const Tensor& actual, const Tensor& expected, std::span<const double> unrounded,
                                      const Tolerance& tolerance, bool strictZeroSign, std::size_t count) {
  ENSURE(actual.descriptor() == expected.descriptor());
  const DataType type = actual.dataType();
  const Comparison compare{actual, expected, unrounded, tolerance.kind};
  for (std::size_t i = 0; i < std::min(count, actual.count()); ++i) {
    if (compare.a[i] == compare.b[i]) continue;
    const bool zerosDiffer = strictZeroSign && isZero(type, compare.a[i]) && isZero(type, compare.b[i]);
    if (compare.distance(i) > tolerance.value || zerosDiffer) return compare.mismatch(i);
  }
  return std::nullopt;
}

std::optional<Mismatch> worstMismatch(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  ENSURE(actual.descriptor() == expected.descriptor());
  const Comparison compare{actual, expected, {}, tolerance.kind};
  std::optional<std::size_t> worst;
  for (std::size_t i = 0; i < actual.count(); ++i) {
    const double distance = compare.distance(i);
    if (distance > (worst ? compare.distance(*worst) : 0)) worst = i;
  }
  return worst ? std::optional{compare.mismatch(*worst)} : std::nullopt;
}

}  // namespace conform
