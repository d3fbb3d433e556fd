// What conv2d and convTranspose2d share.
#pragma once

#include "model/kernels/Operator.hpp"
#include "model/kernels/windows.hpp"

namespace conform {

/// Where the elements of the filter lie, whatever its layout. A group has `inputChannels` and `outputChannels`.
struct FilterLayout {
  std::size_t inputChannels = 1, outputChannels = 1, height = 1, width = 1;
  std::size_t groupStride = 0, inputStride = 0, outputStride = 0, rowStride = 0, columnStride = 0;
};

/// The size and the stride of each dimension that a letter of the layout names ('i', 'o', 'h', 'w').
struct NamedDimension {
  std::uint32_t size = 1;
  std::size_t stride = 1;
};
NamedDimension dimensionNamed(char name, const std::string& layout, const Shape& shape);

/// The two spatial dimensions, from the options (which must have the right sizes).
WindowAxis windowAxis(const Arguments& arguments, std::size_t dimension, std::uint64_t input, std::uint64_t window);

/// output[n, o, y, x] = bias[o] + sum over i, u, v of input[n, i, tap(y, u), tap(x, v)] * filter[o, i, u, v]
enum class Direction : std::uint8_t { Forward, Transposed };
Tensor convolve(const ComputeCall& call, const FilterLayout& filter, Direction direction);

}  // namespace conform
