// What the gather and scatter family shares: reading indices.
#pragma once

#include <cstddef>
#include <vector>

#include "model/kernels/Operator.hpp"

namespace conform {

/// The data types that indices may have.
constexpr DataTypes indexTypes{DataType::int32, DataType::uint32, DataType::int64};

/// An index into a dimension: a negative one counts from the end. The draft leaves open what one out of range means: it
/// is clamped to [-size, size - 1], before it is counted from the end.
std::size_t indexInto(std::int64_t index, std::uint32_t size);

/// For each element of `indices`, the position in a tensor of this shape that it stands for: its own coordinates, with
/// the one along the axis replaced by its value.
std::vector<std::size_t> positionsAlong(const Tensor& indices, std::size_t axis, const Shape& shape);

/// For each coordinate in `indices` (its last dimension), where the slice of a tensor of this shape begins.
std::vector<std::size_t> sliceStarts(const Tensor& indices, const Shape& shape);

}  // namespace conform
