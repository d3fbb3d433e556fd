// MLOperandDescriptor (#api-mloperanddescriptor): data type and shape, as WebIDL has let them through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/vocabulary/DataType.hpp"

namespace conform {

using Shape = std::vector<std::uint32_t>;

struct OperandDescriptor {
  DataType dataType = DataType::float32;
  Shape shape;
  bool operator==(const OperandDescriptor&) const = default;
};

/// A dimension is a positive `long`.
constexpr bool isValidDimension(std::uint64_t dimension) {
  return dimension > 0 && dimension <= 2147483647;
}

/// The implementation's limit on the bytes of one tensor (`maxTensorByteLength`), and on its rank.
constexpr std::size_t maxTensorByteLength = 2147483647;
constexpr std::size_t maxTensorRank = 32;

/// The product of the dimensions. Nothing where it overflows.
std::optional<std::size_t> elementCountOf(const Shape& shape);

/// Bytes of the tensor (4-bit elements are packed). Nothing where it overflows.
std::optional<std::size_t> byteLengthOf(const OperandDescriptor& descriptor);

/// *check dimensions* (#mloperanddescriptor-check-dimensions), with the limits above.
bool checkDimensions(const OperandDescriptor& descriptor);

}  // namespace conform
