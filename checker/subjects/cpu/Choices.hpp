// A seeded stream of small choices. Script and each timeline have one of their own: no thread waits for another's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace conform::cpu {

class Choices {
 public:
  explicit Choices(std::uint64_t seed) : state_(seed) {}

  /// 0 to bound - 1.
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(next() % bound); }
  bool oneIn(std::uint32_t count) { return below(count) == 0; }
  std::uint64_t seed() { return next(); }

  template <class Element>
  void shuffle(std::vector<Element>& elements) {
    for (std::size_t i = elements.size(); i > 1; --i) {
      std::swap(elements[i - 1], elements[below(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  std::uint64_t next() {  // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

}  // namespace conform::cpu
