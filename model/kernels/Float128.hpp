// IEEE binary128 for the second, wider try (Ziv): 113 bits, computed in software, so the same on every machine.
#pragma once

namespace conform {

__extension__ typedef __float128 Float128;

/// The double with 53 bits that is `value` rounded to odd: of the two neighbours the one with an odd last bit, unless
/// `value` is a double itself. Rounding that again to float32 or float16 is then as if `value` had been rounded once.
double roundedToOdd(Float128 value);

}  // namespace conform
