#include "model/explorer/BigCount.hpp"

#include <algorithm>

namespace conform::explorer {

BigCount::BigCount(std::uint64_t value) {
  for (; value != 0; value >>= 32) limbs_.push_back(static_cast<std::uint32_t>(value));
}

void BigCount::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

BigCount& BigCount::operator+=(const BigCount& other) {
  limbs_.resize(std::max(limbs_.size(), other.limbs_.size()));
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    carry += limbs_[i];
    if (i < other.limbs_.size()) carry += other.limbs_[i];
    limbs_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  return *this;
}

BigCount& BigCount::operator-=(const BigCount& other) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    const std::uint64_t taken = borrow + (i < other.limbs_.size() ? other.limbs_[i] : 0);
    borrow = taken > limbs_[i] ? 1 : 0;
    limbs_[i] = static_cast<std::uint32_t>(limbs_[i] - taken);
  }
  trim();
  return *this;
}

std::strong_ordering BigCount::operator<=>(const BigCount& other) const {
  if (limbs_.size() != other.limbs_.size()) return limbs_.size() <=> other.limbs_.size();
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    if (limbs_[i] != other.limbs_[i]) return limbs_[i] <=> other.limbs_[i];
  }
  return std::strong_ordering::equal;
}

std::string BigCount::text() const {
  std::string digits;
  std::vector<std::uint32_t> rest = limbs_;
  while (!rest.empty()) {
    std::uint64_t remainder = 0;
    for (std::size_t i = rest.size(); i-- > 0;) {
      remainder = (remainder << 32) | rest[i];
      rest[i] = static_cast<std::uint32_t>(remainder / 10);
      remainder %= 10;
    }
    digits.push_back(static_cast<char>('0' + remainder));
    while (!rest.empty() && rest.back() == 0) rest.pop_back();
  }
  if (digits.empty()) return "0";
  std::reverse(digits.begin(), digits.end());
  return digits;
}

double BigCount::approximate() const {
  double value = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) value = value * 4294967296.0 + limbs_[i];
  return value;
}

BigCount BigCount::below(std::mt19937_64& random) const {
  std::uint32_t mask = limbs_.back();
  for (int shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
  while (true) {  // At least every second try is below.
    BigCount drawn;
    drawn.limbs_.resize(limbs_.size());
    for (std::uint32_t& limb : drawn.limbs_) limb = static_cast<std::uint32_t>(random());
    drawn.limbs_.back() &= mask;
    drawn.trim();
    if (drawn < *this) return drawn;
  }
}

}  // namespace conform::explorer
