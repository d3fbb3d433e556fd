// How far apart two tensors are, in the way of the web-platform-tests.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "model/kernels/Tensor.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// Units in the last place between two numbers of a type, given as their raw bits: for floats the distance of the bit
/// patterns read as sign and magnitude (so that -0 and 0 are equal), for integers the difference. NaN is 0 from NaN and
/// "infinitely" (2^64 - 1) far from all else.
std::uint64_t ulpDistance(DataType type, std::uint64_t a, std::uint64_t b);

/// The first element that is not within the tolerance of what was expected.
struct Mismatch {
  std::size_t index = 0;
  std::string actual, expected;
  double distance = 0;  ///< In units in the last place, or absolute.
};

/// `unrounded`, if not empty, are the expected values before they were rounded to the type: ATOL compares with those.
/// Only the first `count` elements are compared.
std::optional<Mismatch> firstMismatch(const Tensor& actual, const Tensor& expected, std::span<const double> unrounded,
                                      const Tolerance& tolerance, bool strictZeroSign, std::size_t count);

/// The element that is farthest from what was expected, in the measure of the tolerance. Nothing: all are the same.
std::optional<Mismatch> worstMismatch(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance);

/// An element as a scenario writes it: "-0", "NaN", an integer, or the shortest decimal that gives the double back.
std::string elementText(const Tensor& tensor, std::size_t index);

}  // namespace conform
