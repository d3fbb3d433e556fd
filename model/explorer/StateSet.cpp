#include "model/explorer/StateSet.hpp"

#include <cstring>
#include <utility>

#include "model/explorer/hash.hpp"

namespace conform::explorer {
namespace {

constexpr unsigned firstBits = 8;  // Small: most explorations are.
// While the table grows, the old one is given back after each so many slots.
constexpr std::size_t piece = std::size_t{1} << 19;

std::size_t capacity(unsigned shift) {
  return std::size_t{1} << (64 - shift);
}

/// Whether one more is too many: beyond 3/4 the runs of full slots become long. So a table always has an empty slot.
bool isCrowded(std::size_t count, unsigned shift) {
  return (count + 1) * 4 > capacity(shift) * 3;
}

/// Puts `value` into the first empty slot from its place on.
void place(std::uint64_t* slots, std::size_t at, std::size_t mask, std::uint64_t value) {
  while (slots[at] != 0) at = (at + 1) & mask;
  slots[at] = value;
}

}  // namespace

ExactSet::ExactSet(std::size_t stateSize) : stateSize_(stateSize), shift_(64 - firstBits) {
  table_.grow(capacity(shift_) * sizeof(std::uint64_t));
}

ExactSet::Inserted ExactSet::insert(const std::byte* state, std::uint64_t hash) {
  const std::uint64_t tag = hash << 32;
  const std::size_t mask = capacity(shift_) - 1;
  for (std::size_t at = hash >> shift_;; at = (at + 1) & mask) {
    const std::uint64_t slot = slots()[at];
    if (slot == 0) {
      const std::uint32_t number = static_cast<std::uint32_t>(count_++);
      slots()[at] = tag | (number + 1);
      states_.resize(count_ * stateSize_);
      std::memcpy(states_.data() + std::size_t{number} * stateSize_, state, stateSize_);
      if (isCrowded(count_, shift_)) grow();
      return {number, true};
    }
    if ((slot & 0xffffffff00000000) != tag) continue;
    const std::uint32_t number = static_cast<std::uint32_t>(slot) - 1;
    if (std::memcmp((*this)[number], state, stateSize_) == 0) return {number, false};
  }
}

void ExactSet::grow() {
  // The states are kept, one behind the other: the new table is made from them, and the old one is not needed.
  --shift_;
  table_ = Region{};
  table_.grow(capacity(shift_) * sizeof(std::uint64_t));
  constexpr std::size_t ahead = 16;
  std::uint64_t hashes[ahead];
  for (std::size_t number = 0; number < count_ + ahead; ++number) {
    std::uint64_t& hash = hashes[number % ahead];
    if (number >= ahead) place(slots(), hash >> shift_, capacity(shift_) - 1, (hash << 32) | (number - ahead + 1));
    if (number >= count_) continue;
    hash = hashWords((*this)[static_cast<std::uint32_t>(number)], stateSize_);
    prefetch(hash);
  }
}

FingerprintSet::FingerprintSet() : shift_(64 - firstBits) {
  table_.grow(capacity(shift_) * sizeof(std::uint64_t));
}

bool FingerprintSet::insert(std::uint64_t hash) {
  if (hash == 0) hash = 1;
  const std::size_t mask = capacity(shift_) - 1;
  for (std::size_t at = hash >> shift_;; at = (at + 1) & mask) {
    if (slots()[at] == hash) return false;
    if (slots()[at] != 0) continue;
    slots()[at] = hash;
    if (isCrowded(++count_, shift_)) grow();
    return true;
  }
}

void FingerprintSet::grow() {
  Region old = std::move(table_);
  const std::size_t oldSlots = capacity(shift_);
  const std::uint64_t* const from = reinterpret_cast<const std::uint64_t*>(old.data());
  --shift_;
  table_ = Region{};
  table_.grow(capacity(shift_) * sizeof(std::uint64_t));
  for (std::size_t at = 0; at < oldSlots; ++at) {
    if (at % piece == 0) old.forgetBefore(at * sizeof(std::uint64_t));
    if (from[at] != 0) place(slots(), from[at] >> shift_, capacity(shift_) - 1, from[at]);
  }
}

}  // namespace conform::explorer
