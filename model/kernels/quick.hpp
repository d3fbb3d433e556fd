// Functions of one float32, four at a time: in double, within 2^-40 of the exact value. A result whose rounding that
// error cannot change is final; the others (one of some 10,000) are left to the slower ways of rounding.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace conform {

/// Writes y for x, both the bytes of float32, and gives the positions that are left open: those whose rounding is not
/// decided, and inputs that the formula does not cover.
using QuickFunction = std::vector<std::size_t> (*)(std::span<const std::uint8_t> x, std::span<std::uint8_t> y);

extern const QuickFunction quickExp, quickLog, quickSigmoid, quickTanh, quickSoftplus, quickSin, quickCos, quickTan;

}  // namespace conform
