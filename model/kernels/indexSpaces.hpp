// Walking over tensors without nested counters. A position is a flat index, row-major.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "model/vocabulary/OperandDescriptor.hpp"

namespace conform {

/// How many positions one step along each dimension is.
std::vector<std::size_t> stridesOf(const Shape& shape);

/// The coordinates of all elements, in row-major order:
/// `for (Indices at{shape}; at; ++at) use(at[0], at.position());`
class Indices {
 public:
  explicit Indices(const Shape& shape) : shape_(shape), at_(shape.size()) {
    for (const std::uint32_t dimension : shape) isDone_ = isDone_ || dimension == 0;
  }
  explicit operator bool() const { return !isDone_; }
  Indices& operator++();
  std::size_t operator[](std::size_t dimension) const { return at_[dimension]; }
  std::span<const std::size_t> all() const { return at_; }
  std::size_t position() const { return position_; }

 private:
  const Shape& shape_;
  std::vector<std::size_t> at_;
  std::size_t position_ = 0;
  bool isDone_ = false;
};

/// The elements along one axis, all other coordinates fixed. Lane i has the positions start + i * stride.
struct Lane {
  std::size_t start = 0, stride = 1, length = 0;
  std::size_t operator[](std::size_t i) const { return start + i * stride; }

  struct Iterator {
    std::size_t position, stride;
    std::size_t operator*() const { return position; }
    Iterator& operator++() {
      position += stride;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return position != other.position; }
  };
  Iterator begin() const { return {start, stride}; }
  Iterator end() const { return {start + length * stride, stride}; }
};
std::vector<Lane> lanes(const Shape& shape, std::size_t axis);

/// The elements that a reduction over `axes` brings together: output o has the input positions outer[o] + inner[i],
/// both in row-major order.
struct Groups {
  std::vector<std::size_t> outer, inner;
};
Groups groups(const Shape& shape, std::span<const std::uint32_t> axes);

/// *unidirectionally broadcast the shapes*, *bidirectionally broadcast the shapes*, *blockwise broadcast the shapes*
/// (#algorithms-broadcasting); nothing is failure.
std::optional<Shape> unidirectionallyBroadcast(const Shape& from, const Shape& to);
std::optional<Shape> bidirectionallyBroadcast(const Shape& a, const Shape& b);
bool isBlockwiseBroadcastable(const Shape& from, const Shape& to);

/// For each element of `to`, the position of the element of `from` that is broadcast to it.
std::vector<std::size_t> broadcastPositions(const Shape& from, const Shape& to);
/// The same for blockwise broadcasting: ranks are equal, sizes divide.
std::vector<std::size_t> blockwisePositions(const Shape& from, const Shape& to);

}  // namespace conform
