// A number as a scenario writes it: nothing of it is lost, neither the sign of a zero nor a 64-bit integer.
#pragma once

#include <compare>
#include <optional>

namespace conform {

__extension__ using Int128 = __int128;

struct Number {
  double real = 0;                ///< The value, rounded to double: right where `integer` is empty.
  std::optional<Int128> integer;  ///< The exact value of an integer literal ("-0" is none: it is a real).

  static Number ofReal(double value) { return {value, std::nullopt}; }
  static Number ofInteger(Int128 value) { return {static_cast<double>(value), value}; }
  bool operator==(const Number&) const = default;
};

}  // namespace conform
