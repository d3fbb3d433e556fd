// A tensor's elements: packed bytes, read and written by way of 64-bit working arrays, so that no kernel needs to know
// the element type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/vocabulary/OperandDescriptor.hpp"

namespace conform {

class Tensor {
 public:
  /// Zeros. The byte length must be within `maxTensorByteLength` (the builder's checks have seen to it).
  explicit Tensor(OperandDescriptor descriptor);
  /// `bytes` as in the buffer of a typed array: little endian, 4-bit elements two in a byte, low nibble first.
  Tensor(OperandDescriptor descriptor, std::span<const std::uint8_t> bytes);

  const OperandDescriptor& descriptor() const { return descriptor_; }
  const Shape& shape() const { return descriptor_.shape; }
  std::size_t rank() const { return descriptor_.shape.size(); }
  DataType dataType() const { return descriptor_.dataType; }
  std::size_t count() const { return count_; }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  /// All elements as double: exact, except for 64-bit integers beyond 2^53.
  std::vector<double> reals() const;
  /// All elements of an integer tensor as 64 bits, two's complement, sign-extended where the type is signed. Wrapping
  /// arithmetic on these gives the right low bits for every integer type; order comparisons need the sign:
  /// `integers()`.
  std::vector<std::uint64_t> words() const;
  /// The same as signed numbers. (Of a uint64 tensor: the same bits; compare those as `words()`.)
  std::vector<std::int64_t> integers() const;

  /// Stores all elements. To floats: rounded once, to nearest even; to integers: truncated and clamped, NaN is 0.
  void store(std::span<const double> values);
  /// Stores all elements of an integer tensor: the low bits.
  void store(std::span<const std::uint64_t> values);
  void store(std::span<const std::int64_t> values);

  /// One element, for tests and reports; slow.
  double real(std::size_t index) const;
  std::uint64_t word(std::size_t index) const;

  /// The elements of `from` picked by position, bits unchanged: for operators that only move data. The data type is
  /// that of `from`; there is one position for each element of `shape`.
  static Tensor picked(const Tensor& from, Shape shape, std::span<const std::size_t> positions);

  /// All elements as raw bits, zero-extended, whatever the type; and back. For operators that move data of several
  /// tensors.
  std::vector<std::uint64_t> patterns() const;
  void storePatterns(std::span<const std::uint64_t> patterns);

 private:
  OperandDescriptor descriptor_;
  std::size_t count_;
  std::vector<std::uint8_t> bytes_;
};

/// What a store to this type makes of a real number: rounded once. Only for float types.
double roundedTo(DataType type, double value);

}  // namespace conform
