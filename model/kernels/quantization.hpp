// What quantizeLinear and dequantizeLinear share.
#pragma once

#include "model/kernels/Operator.hpp"

namespace conform {

/// int4 and uint4 are the extension.
constexpr DataTypes quantizedTypes{DataType::uint8, DataType::int8,  DataType::uint32,
                                   DataType::int32, DataType::uint4, DataType::int4};

}  // namespace conform
