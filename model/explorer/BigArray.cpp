#include "model/explorer/BigArray.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace conform::explorer {
namespace {

constexpr std::size_t hugePage = std::size_t{2} << 20;
constexpr std::size_t mapFrom = 2 * hugePage;

std::size_t roundUp(std::size_t size) {
  return (size + hugePage - 1) / hugePage * hugePage;
}

std::byte* mapped(std::size_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc{};
  madvise(memory, size, MADV_HUGEPAGE);
  return static_cast<std::byte*>(memory);
}

}  // namespace

Region::Region(Region&& other) noexcept {
  *this = std::move(other);
}

Region& Region::operator=(Region&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(forgotten_, other.forgotten_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

Region::~Region() {
  if (mapped_) {
    munmap(data_, size_);
  } else {
    std::free(data_);
  }
}

void Region::grow(std::size_t size) {
  if (size <= size_) return;
  if (size < mapFrom) {
    void* memory = std::realloc(data_, size);
    if (memory == nullptr) throw std::bad_alloc{};
    data_ = static_cast<std::byte*>(memory);
    std::memset(data_ + size_, 0, size - size_);
    size_ = size;
    return;
  }
  size = roundUp(size);
  if (!mapped_) {
    std::byte* memory = mapped(size);
    if (size_ != 0) std::memcpy(memory, data_, size_);
    std::free(data_);
    data_ = memory;
    mapped_ = true;
  } else {
    void* memory = mremap(data_, size_, size, MREMAP_MAYMOVE);
    if (memory == MAP_FAILED) throw std::bad_alloc{};
    data_ = static_cast<std::byte*>(memory);
    madvise(data_ + size_, size - size_, MADV_HUGEPAGE);
  }
  size_ = size;
}

void Region::forgetBefore(std::size_t size) {
  size = size / hugePage * hugePage;
  if (!mapped_ || size <= forgotten_) return;
  madvise(data_ + forgotten_, size - forgotten_, MADV_DONTNEED);
  forgotten_ = size;
}

}  // namespace conform::explorer
