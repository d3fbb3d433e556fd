// Correctly rounded results. A kernel hands a double to `Tensor::store`, which rounds it once to the data type. The
// helpers here see to it that this double rounds as the real-number result does: a double result with a bound on its
// error will mostly do; where it lies too near to a boundary between two float32 or float16 numbers, binary128 decides.
#pragma once

#include "model/kernels/Float128.hpp"
#include "model/vocabulary/DataType.hpp"
#include "model/vocabulary/Number.hpp"

namespace conform {

/// The double that is rounded to odd (Float128.hpp), given one that is less than a unit in the last place away from the
/// exact value and the side of it that the exact value lies on: negative below, positive above, 0 there.
double nudgedToOdd(double near, double side);

/// a + b rounded to odd.
double sumToOdd(double a, double b);

/// An integer rounded to odd.
double roundedToOdd(Int128 value);

/// The error that double results of the C library are trusted to stay within, relative: 32 units in the last place.
/// (glibc states at most 2 or 3 for the functions used here; the margin makes the result the same whatever the
/// library.)
constexpr double libraryError = 0x1p-48;

/// Whether all real numbers in [lower, upper] round to the same number of the float type.
bool roundAlike(DataType type, double lower, double upper);

/// A result so near to a double that has few bits (a float32 number or a midpoint of two) that only being it explains
/// it, is taken to be it. The functions of WebNN cannot come that near otherwise: with 2^32 inputs (2^64 of two
/// operands) the nearest miss is about 2^-60 (2^-92) away, binary128 is good for 2^-110.
double settled(Float128 value);

/// `approximation`, if its relative error of at most `relativeError` cannot change how it rounds to `type`; else
/// `wide()`, the same function in binary128.
template <class Wide>
double correctlyRounded(DataType type, double approximation, Wide wide, double relativeError = libraryError) {
  const double error = (approximation < 0 ? -approximation : approximation) * relativeError;
  if (roundAlike(type, approximation - error, approximation + error)) return approximation;
  return settled(wide());
}

}  // namespace conform
