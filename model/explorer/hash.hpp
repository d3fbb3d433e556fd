// Hashing by 128-bit multiplication, over whole 8-byte words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace conform::explorer {

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Of `size` bytes, a multiple of eight.
inline std::uint64_t hashWords(const std::byte* bytes, std::size_t size) {
  constexpr std::uint64_t keys[4] = {0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3, 0x589965cc75374cc3};
  const auto load = [&](std::size_t at) {
    std::uint64_t word;
    std::memcpy(&word, bytes + at, 8);
    return word;
  };
  std::uint64_t even = size ^ keys[2], odd = keys[3];
  std::size_t at = 0;
  for (; at + 32 <= size; at += 32) {  // Two independent chains: multiplications overlap.
    even = mix(load(at) ^ keys[0], load(at + 8) ^ even);
    odd = mix(load(at + 16) ^ keys[1], load(at + 24) ^ odd);
  }
  for (; at < size; at += 8) even = mix(load(at) ^ keys[0], even ^ keys[1]);
  return mix(even ^ keys[2], odd ^ keys[0]);
}

}  // namespace conform::explorer
