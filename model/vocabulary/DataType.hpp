// The data types of WebNN tensors, and the two 4-bit ones that this draft no longer names (an extension).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace conform {

/// MLOperandDataType (#enumdef-mloperanddatatype). int4 and uint4 are the extension `extendedTypes`.
enum class DataType : std::uint8_t { float32, float16, int32, uint32, int64, uint64, int8, uint8, int4, uint4 };

/// All data types, in the order of the enum.
std::span<const DataType> dataTypes();

/// The spec's spelling: "float32".
std::string_view nameOf(DataType type);

/// The type that has this name, if there is one.
std::optional<DataType> dataTypeNamed(std::string_view name);

/// Bits of one element: 4 to 64.
unsigned bitsOf(DataType type);

/// Bytes of `count` elements; 4-bit elements are packed, two in a byte. Nothing where the size overflows.
std::optional<std::size_t> byteLengthOf(DataType type, std::size_t count);

constexpr bool isFloat(DataType type) {
  return type == DataType::float32 || type == DataType::float16;
}

/// int8, int32, int64 and int4.
constexpr bool isSigned(DataType type) {
  return type == DataType::int8 || type == DataType::int32 || type == DataType::int64 || type == DataType::int4;
}

}  // namespace conform
