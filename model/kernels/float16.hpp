// IEEE binary16 as bits.
#pragma once

#include <cstdint>

namespace conform {

/// Round to nearest, ties to even, once: from the double, not by way of float32. NaN becomes the quiet NaN 0x7e00.
std::uint16_t float16Of(double value);

/// Exact.
double realOf(std::uint16_t float16);

}  // namespace conform
