#include "model/kernels/castNumber.hpp"

#include <algorithm>
#include <cmath>

#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

std::uint64_t convertToInt(DataType type, const Number& number) {
  const unsigned bits = bitsOf(type);
  const Int128 one = 1;
  const Int128 lower = isSigned(type) ? -(one << (bits - 1)) : Int128{0};
  const Int128 upper = isSigned(type) ? (one << (bits - 1)) - 1 : (one << bits) - 1;
  if (number.integer) return static_cast<std::uint64_t>(std::clamp(*number.integer, lower, upper));
  if (std::isnan(number.real)) return 0;
  // Within 2^64 a double is exact in 128 bits; beyond, it is clamped anyway.
  const double clamped = std::clamp(number.real, -0x1p65, 0x1p65);
  return static_cast<std::uint64_t>(std::clamp(static_cast<Int128>(std::nearbyint(clamped)), lower, upper));
}

}  // namespace

Tensor castNumber(DataType type, const Number& number) {
  Tensor tensor{{type, {}}};
  if (isFloat(type)) {
    const double value[] = {number.integer ? roundedToOdd(*number.integer) : number.real};
    tensor.store(value);
  } else {
    const std::uint64_t value[] = {convertToInt(type, number)};
    tensor.store(value);
  }
  return tensor;
}

}  // namespace conform
