// ArrayBuffers and the views on them, as far as the API meets them. Script timeline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/vocabulary/OperandDescriptor.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform::cpu {

/// The memory: an ArrayBuffer or a SharedArrayBuffer.
struct ArrayBuffer {
  std::vector<std::uint8_t> bytes;
  bool isShared = false;
  bool isResizable = false;  ///< Or growable.
  bool isDetached = false;
};

/// A buffer source: a view on a buffer, or (type ArrayBuffer or SharedArrayBuffer) the buffer itself.
struct BufferSource {
  BufferType type = BufferType::ArrayBuffer;
  ArrayBuffer* buffer = nullptr;
  std::size_t offset = 0, length = 0;     ///< In bytes.
  DataType contents = DataType::float32;  ///< Of what readTensor() made: the tensor's data type.

  bool isView() const { return type != BufferType::ArrayBuffer && type != BufferType::SharedArrayBuffer; }
  std::size_t byteLength() const { return buffer->isDetached ? 0 : length; }
  std::span<std::uint8_t> bytes() const { return {buffer->bytes.data() + offset, byteLength()}; }
};

/// Conversion to AllowSharedBufferSource: it has no [AllowResizable].
bool isAllowSharedBufferSource(const BufferSource& source);

/// #validate-buffer-with-descriptor
bool validateBufferWithDescriptor(const BufferSource& source, const OperandDescriptor& descriptor);

/// The typed array for a data type; Uint8Array for those that the draft's table does not have.
BufferType typedArrayOf(DataType type);

/// Sets every element to the number, as assignment in JavaScript would convert it; an ArrayBuffer counts as float32.
void fill(const BufferSource& source, const Number& value);

}  // namespace conform::cpu
