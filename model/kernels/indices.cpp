#include "model/kernels/indices.hpp"

#include <algorithm>

#include "model/kernels/indexSpaces.hpp"

namespace conform {

std::size_t indexInto(std::int64_t index, std::uint32_t size) {
  const auto length = static_cast<std::int64_t>(size);
  const std::int64_t clamped = std::clamp(index, -length, length - 1);
  return static_cast<std::size_t>(clamped < 0 ? clamped + length : clamped);
}

std::vector<std::size_t> positionsAlong(const Tensor& indices, std::size_t axis, const Shape& shape) {
  const std::vector<std::int64_t> values = indices.integers();
  const std::vector<std::size_t> strides = stridesOf(shape);

  std::vector<std::size_t> positions;
  positions.reserve(values.size());
  std::size_t element = 0;
  for (Indices at{indices.shape()}; at; ++at) {
    std::size_t position = indexInto(values[element++], shape[axis]) * strides[axis];
    for (std::size_t d = 0; d < shape.size(); ++d) position += d == axis ? 0 : at[d] * strides[d];
    positions.push_back(position);
  }
  return positions;
}

std::vector<std::size_t> sliceStarts(const Tensor& indices, const Shape& shape) {
  const std::vector<std::int64_t> values = indices.integers();
  const std::vector<std::size_t> strides = stridesOf(shape);
  const std::size_t coordinateSize = indices.shape().back();

  std::vector<std::size_t> starts;
  starts.reserve(values.size() / coordinateSize);
  for (std::size_t i = 0; i < values.size(); i += coordinateSize) {
    std::size_t start = 0;
    for (std::size_t d = 0; d < coordinateSize; ++d) start += indexInto(values[i + d], shape[d]) * strides[d];
    starts.push_back(start);
  }
  return starts;
}

}  // namespace conform
