#include "checker/subjects/cpu/Buffers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "model/kernels/float16.hpp"

namespace conform::cpu {
namespace {

/// ToInt8 ... ToBigUint64: modulo 2^64, of which an element keeps its low bits.
std::uint64_t wrapped(const Number& value) {
  if (value.integer) return static_cast<std::uint64_t>(*value.integer);
  if (!std::isfinite(value.real)) return 0;
  const double modulo = std::fmod(std::trunc(value.real), 18446744073709551616.0);
  return modulo < 0 ? 0 - static_cast<std::uint64_t>(-modulo) : static_cast<std::uint64_t>(modulo);
}

template <class Element>
std::uint64_t bitsOfFloat(Element value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

std::uint64_t elementOf(BufferType type, const Number& value) {
  switch (type) {
    case BufferType::ArrayBuffer:
    case BufferType::SharedArrayBuffer:
    case BufferType::Float32Array:
      return bitsOfFloat(static_cast<float>(value.real));
    case BufferType::Float64Array:
      return bitsOfFloat(value.real);
    case BufferType::Float16Array:
      return float16Of(value.real);
    case BufferType::Uint8ClampedArray:
      return std::isnan(value.real) ? 0
                                    : static_cast<std::uint64_t>(std::nearbyint(std::clamp(value.real, 0.0, 255.0)));
    default:
      return wrapped(value);
  }
}

unsigned fillSizeOf(BufferType type) {
  return type == BufferType::ArrayBuffer || type == BufferType::SharedArrayBuffer ? 4 : elementSizeOf(type);
}

}  // namespace

bool isAllowSharedBufferSource(const BufferSource& source) {
  return !source.buffer->isResizable;
}

bool validateBufferWithDescriptor(const BufferSource& source, const OperandDescriptor& descriptor) {
  // 1: the byte lengths must be equal. (Of a descriptor that is too large to have one, nothing is.)
  if (byteLengthOf(descriptor) != source.byteLength()) return false;
  // 2: by type.
  if (!source.isView()) return true;
  if (source.type == BufferType::Uint8Array) return true;
  return source.type == typedArrayOf(descriptor.dataType);
}

BufferType typedArrayOf(DataType type) {
  switch (type) {
    case DataType::float32:
      return BufferType::Float32Array;
    case DataType::float16:
      return BufferType::Float16Array;
    case DataType::int32:
      return BufferType::Int32Array;
    case DataType::uint32:
      return BufferType::Uint32Array;
    case DataType::int64:
      return BufferType::BigInt64Array;
    case DataType::uint64:
      return BufferType::BigUint64Array;
    case DataType::int8:
      return BufferType::Int8Array;
    case DataType::uint8:
    case DataType::int4:
    case DataType::uint4:
      return BufferType::Uint8Array;
  }
  return BufferType::Uint8Array;
}

void fill(const BufferSource& source, const Number& value) {
  const unsigned size = fillSizeOf(source.type);
  const std::uint64_t element = elementOf(source.type, value);
  const std::span<std::uint8_t> bytes = source.bytes();
  for (std::size_t at = 0; at + size <= bytes.size(); at += size) std::memcpy(&bytes[at], &element, size);
}

}  // namespace conform::cpu
