#include "model/vocabulary/OperandDescriptor.hpp"

#include <limits>

namespace conform {

std::optional<std::size_t> elementCountOf(const Shape& shape) {
  std::size_t count = 1;
  for (const std::size_t dimension : shape) {
    if (dimension != 0 && count > std::numeric_limits<std::size_t>::max() / dimension) return std::nullopt;
    count *= dimension;
  }
  return count;
}

std::optional<std::size_t> byteLengthOf(const OperandDescriptor& descriptor) {
  const std::optional<std::size_t> count = elementCountOf(descriptor.shape);
  if (!count) return std::nullopt;
  return byteLengthOf(descriptor.dataType, *count);
}

bool checkDimensions(const OperandDescriptor& descriptor) {
  for (const std::uint32_t dimension : descriptor.shape) {
    if (!isValidDimension(dimension)) return false;
  }
  if (descriptor.shape.size() > maxTensorRank) return false;
  const std::optional<std::size_t> count = elementCountOf(descriptor.shape);
  if (!count || !isValidDimension(*count)) return false;
  const std::optional<std::size_t> bytes = byteLengthOf(descriptor);
  return bytes && *bytes <= maxTensorByteLength;
}

}  // namespace conform
