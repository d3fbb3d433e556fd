#include "model/kernels/indexSpaces.hpp"

#include <algorithm>

#include "model/vocabulary/Ensure.hpp"

namespace conform {
namespace {

/// For each element of `shape`, the sum over the dimensions of index / divisor * stride.
std::vector<std::size_t> positionsBy(const Shape& shape, std::span<const std::size_t> strides,
                                     std::span<const std::size_t> divisors) {
  std::vector<std::size_t> positions{0};
  for (std::size_t dimension = 0; dimension < shape.size(); ++dimension) {
    std::vector<std::size_t> finer;
    finer.reserve(positions.size() * shape[dimension]);
    for (const std::size_t position : positions) {
      for (std::size_t i = 0; i < shape[dimension]; ++i)
        finer.push_back(position + i / divisors[dimension] * strides[dimension]);
    }
    positions = std::move(finer);
  }
  return positions;
}

std::vector<std::size_t> positionsBy(const Shape& shape, std::span<const std::size_t> strides) {
  return positionsBy(shape, strides, std::vector<std::size_t>(shape.size(), 1));
}

Shape padded(const Shape& shape, std::size_t rank) {
  Shape padded(rank - shape.size(), 1);
  padded.insert(padded.end(), shape.begin(), shape.end());
  return padded;
}

}  // namespace

std::vector<std::size_t> stridesOf(const Shape& shape) {
  std::vector<std::size_t> strides(shape.size());
  std::size_t stride = 1;
  for (std::size_t i = shape.size(); i-- > 0; stride *= shape[i]) strides[i] = stride;
  return strides;
}

Indices& Indices::operator++() {
  ++position_;
  for (std::size_t i = shape_.size(); i-- > 0;) {
    if (++at_[i] < shape_[i]) return *this;
    at_[i] = 0;
  }
  isDone_ = true;
  return *this;
}

std::vector<Lane> lanes(const Shape& shape, std::size_t axis) {
  ENSURE(axis < shape.size());
  const std::uint32_t alongAxis[] = {static_cast<std::uint32_t>(axis)};
  std::vector<Lane> all;
  for (const std::size_t start : groups(shape, alongAxis).outer)
    all.push_back({start, stridesOf(shape)[axis], shape[axis]});
  return all;
}

Groups groups(const Shape& shape, std::span<const std::uint32_t> axes) {
  const std::vector<std::size_t> strides = stridesOf(shape);
  Shape outerShape, innerShape;
  std::vector<std::size_t> outerStrides, innerStrides;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool isReduced = std::find(axes.begin(), axes.end(), i) != axes.end();
    (isReduced ? innerShape : outerShape).push_back(shape[i]);
    (isReduced ? innerStrides : outerStrides).push_back(strides[i]);
  }
  return {positionsBy(outerShape, outerStrides), positionsBy(innerShape, innerStrides)};
}

std::optional<Shape> unidirectionallyBroadcast(const Shape& from, const Shape& to) {
  if (from.size() > to.size()) return std::nullopt;
  const Shape paddedFrom = padded(from, to.size());
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i] != paddedFrom[i] && paddedFrom[i] != 1) return std::nullopt;
  }
  return to;
}

std::optional<Shape> bidirectionallyBroadcast(const Shape& a, const Shape& b) {
  const std::size_t rank = std::max(a.size(), b.size());
  const Shape paddedA = padded(a, rank), paddedB = padded(b, rank);
  Shape output(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    if (paddedA[i] != paddedB[i] && paddedA[i] != 1 && paddedB[i] != 1) return std::nullopt;
    output[i] = std::max(paddedA[i], paddedB[i]);
  }
  return output;
}

bool isBlockwiseBroadcastable(const Shape& from, const Shape& to) {
  if (from.size() != to.size()) return false;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (from[i] == 0 || to[i] % from[i] != 0) return false;
  }
  return true;
}

std::vector<std::size_t> broadcastPositions(const Shape& from, const Shape& to) {
  ENSURE(unidirectionallyBroadcast(from, to));
  const Shape paddedFrom = padded(from, to.size());
  std::vector<std::size_t> strides = stridesOf(paddedFrom);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (paddedFrom[i] == 1) strides[i] = 0;
  }
  return positionsBy(to, strides);
}

std::vector<std::size_t> blockwisePositions(const Shape& from, const Shape& to) {
  ENSURE(isBlockwiseBroadcastable(from, to));
  std::vector<std::size_t> blocks(to.size());
  for (std::size_t i = 0; i < to.size(); ++i) blocks[i] = to[i] / from[i];
  return positionsBy(to, stridesOf(from), blocks);
}

}  // namespace conform
