// Arrays that grow to gigabytes: plain bytes, grown without a second copy where the system can remap, in huge pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace conform::explorer {

/// Memory from the heap while it is small, from the system and in huge pages when it is large. Zeroed when fresh.
class Region {
 public:
  Region() = default;
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  Region(Region&& other) noexcept;
  Region& operator=(Region&& other) noexcept;
  ~Region();

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  /// Keeps the contents; what is new is zero. Throws std::bad_alloc.
  void grow(std::size_t size);
  /// Gives the memory of a prefix back to the system: it must not be read any more.
  void forgetBefore(std::size_t size);

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0, forgotten_ = 0;
  bool mapped_ = false;
};

/// A vector of plain values on such memory.
template <class T>
class BigArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t bytes() const { return region_.size(); }
  T& operator[](std::size_t index) { return reinterpret_cast<T*>(region_.data())[index]; }
  const T& operator[](std::size_t index) const { return reinterpret_cast<const T*>(region_.data())[index]; }
  T* data() { return reinterpret_cast<T*>(region_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(region_.data()); }

  void push(const T& value) {
    if ((size_ + 1) * sizeof(T) > region_.size()) [[unlikely]]
      reserve(size_ + 1);
    (*this)[size_++] = value;
  }
  void pop() { --size_; }
  /// What is new has no value yet.
  void resize(std::size_t size) {
    if (size * sizeof(T) > region_.size()) [[unlikely]]
      reserve(size);
    size_ = size;
  }

 private:
  void reserve(std::size_t size) {
    const std::size_t half = region_.size() + region_.size() / 2, needed = size * sizeof(T);
    region_.grow(needed < 1024 ? 1024 : half > needed ? half : needed);
  }
  Region region_;
  std::size_t size_ = 0;
};

}  // namespace conform::explorer
