// The memory of tensors and graphs: [[data]] and [[implementation]]. Lives on the timeline of the context.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/kernels/Tensor.hpp"

namespace conform::cpu {

struct OperatorNode;
struct MLOperand;

/// Bytes from the system, which gives zeros without touching them.
class Memory {
 public:
  /// False: there is not so much.
  bool allocate(std::size_t size) {
    bytes_.reset(static_cast<std::uint8_t*>(std::calloc(size == 0 ? 1 : size, 1)));
    size_ = size;
    return bytes_ != nullptr;
  }
  void release() { bytes_.reset(); }
  /// As if it had been released: a pattern for all later reads, and writes do nothing any more.
  void poison() {
    fill(0xdd);
    isPoisoned_ = true;
  }
  /// Where a write goes.
  void write(std::span<const std::uint8_t> bytes) {
    if (isThere() && !isPoisoned_) std::memcpy(bytes_.get(), bytes.data(), std::min(size_, bytes.size()));
  }
  bool isThere() const { return bytes_ != nullptr; }
  std::span<std::uint8_t> bytes() const { return {bytes_.get(), bytes_ ? size_ : 0}; }
  void fill(std::uint8_t value) const {
    if (isThere()) std::memset(bytes_.get(), value, size_);
  }

 private:
  struct Free {
    void operator()(std::uint8_t* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<std::uint8_t[], Free> bytes_;
  std::size_t size_ = 0;
  bool isPoisoned_ = false;
};

struct TensorData {
  OperandDescriptor descriptor;
  Memory memory;
  std::vector<std::uint8_t> stale;  ///< With the fault resolve-stale: the bytes before the last write.
};

/// A graph in the form in which this implementation runs it: operators in order, each value in a slot.
struct GraphData {
  struct Slot {
    const MLOperand* operand;
    std::unique_ptr<Tensor> constant;  ///< Its value, if it always has the same.
  };
  struct Step {
    const OperatorNode* node;
    std::vector<std::size_t> inputs, outputs;  ///< Slots.
  };
  std::vector<Slot> slots;
  std::vector<Step> steps;
  std::vector<std::pair<std::string, std::size_t>> inputs, outputs;  ///< By name.
  bool isThere = false;
};

}  // namespace conform::cpu
