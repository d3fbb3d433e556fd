// A natural number of any size: counts of outcomes overflow 64 bits soon.
#pragma once

#include <compare>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace conform::explorer {

class BigCount {
 public:
  BigCount() = default;
  BigCount(std::uint64_t value);  // NOLINT(google-explicit-constructor): a number

  BigCount& operator+=(const BigCount& other);
  /// `other` must not be larger.
  BigCount& operator-=(const BigCount& other);
  std::strong_ordering operator<=>(const BigCount& other) const;
  bool operator==(const BigCount& other) const = default;
  bool isZero() const { return limbs_.empty(); }

  /// In decimal.
  std::string text() const;
  double approximate() const;
  /// Equally distributed among 0, 1, ... this - 1; this must not be zero.
  BigCount below(std::mt19937_64& random) const;

 private:
  void trim();
  std::vector<std::uint32_t> limbs_;  ///< The least significant first; none at the end is zero.
};

}  // namespace conform::explorer
