// The visited states: hash tables with open addressing that grow. A slot's place is given by the high bits of the hash,
// so growing reads the old table and writes the new one from front to back, giving memory back on the way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/explorer/BigArray.hpp"

namespace conform::explorer {

/// Every state is kept, and compared byte by byte.
class ExactSet {
 public:
  explicit ExactSet(std::size_t stateSize);

  struct Inserted {
    std::uint32_t number;
    bool isNew;
  };
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(slots() + (hash >> shift_)); }
  Inserted insert(const std::byte* state, std::uint64_t hash);

  const std::byte* operator[](std::uint32_t number) const { return states_.data() + std::size_t{number} * stateSize_; }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return table_.size() + states_.bytes(); }
  /// Whether a number for another state is left.
  bool isFull() const { return count_ >= 0xfffffff0; }

 private:
  std::uint64_t* slots() const { return reinterpret_cast<std::uint64_t*>(table_.data()); }
  void grow();

  std::size_t stateSize_, count_ = 0;
  unsigned shift_;
  Region table_;  ///< A slot: 32 bits of the hash, and the number plus one.
  BigArray<std::byte> states_;
};

/// Of every state only its hash is kept.
class FingerprintSet {
 public:
  FingerprintSet();

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(slots() + (hash >> shift_)); }
  /// Whether it is new.
  bool insert(std::uint64_t hash);

  std::size_t size() const { return count_; }
  std::size_t bytes() const { return table_.size(); }

 private:
  std::uint64_t* slots() const { return reinterpret_cast<std::uint64_t*>(table_.data()); }
  void grow();

  std::size_t count_ = 0;
  unsigned shift_;
  Region table_;  ///< 0 is an empty slot.
};

}  // namespace conform::explorer
