// *cast* (#algorithms-casting): a parameter that is an MLNumber becomes a number of an operand's data type.
#pragma once

#include "model/kernels/Tensor.hpp"
#include "model/vocabulary/Number.hpp"

namespace conform {

/// The number as a tensor of rank 0. Floats: rounded to nearest even, out of range is infinite; integers: clamped, then
/// rounded half to even, NaN is 0. (SPEC ISSUE: the text has uint32 as "signed"; read here as unsigned.)
Tensor castNumber(DataType type, const Number& number);

}  // namespace conform
