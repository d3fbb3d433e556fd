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
  const std::vector<std::uint64_t> a = actual.patterns(), b = expected.patterns();
  for (std::size_t i = 0; i < std::min(count, a.size()); ++i) {
    if (a[i] == b[i]) continue;
    double distance = 0;
    if (tolerance.kind == Tolerance::Kind::ATOL && isFloat(type)) {
      const double x = actual.real(i), y = unrounded.empty() ? expected.real(i) : unrounded[i];
      distance = std::isnan(x) && std::isnan(y) ? 0 : x == y ? 0 : std::fabs(x - y);
      if (std::isnan(distance)) distance = std::numeric_limits<double>::infinity();
    } else {
      distance = static_cast<double>(ulpDistance(type, a[i], b[i]));
    }
    const bool zerosDiffer = strictZeroSign && isZero(type, a[i]) && isZero(type, b[i]);
    if (distance > tolerance.value || zerosDiffer)
      return Mismatch{i, elementText(actual, i), elementText(expected, i), distance};
  }
  return std::nullopt;
}

}  // namespace conform
