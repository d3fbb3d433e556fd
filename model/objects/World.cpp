#include "model/objects/World.hpp"

#include <algorithm>

namespace conform {

void World::see(Seen::Kind kind, std::uint16_t name, std::uint32_t detail) {
  if (isSettingUp) return;
  const std::uint64_t key = (static_cast<std::uint64_t>(kind) << 48) | (std::uint64_t{name} << 32) | detail;
  const auto [found, isNew] = symbols_.try_emplace(key, static_cast<explorer::Symbol>(meanings_.size()));
  if (isNew) meanings_.push_back({kind, name, detail});
  seen.push_back(found->second);
}

void World::seeDevice(const char* what, const Entry& entry) {
  if (!deviceLevel || isSettingUp) return;
  const bool isRelease = entry.kind == Entry::Kind::ReleaseTensor || entry.kind == Entry::Kind::ReleaseGraph;
  const std::string label = isRelease ? entry.label : what + (":" + entry.label);
  auto at = std::ranges::find(deviceLabels_, label);
  if (at == deviceLabels_.end()) at = deviceLabels_.insert(at, label);
  see(Seen::Kind::Device, 0, static_cast<std::uint32_t>(at - deviceLabels_.begin()));
}

std::uint8_t World::choose(std::uint8_t count) {
  if (count < 2 || isSettingUp) return 0;
  if (nextChoice_ == choices_.size()) choices_.push_back({0, count});
  return choices_[nextChoice_++].made;
}

bool World::nextChoices() {
  nextChoice_ = 0;
  while (!choices_.empty() && choices_.back().made + 1 == choices_.back().count) choices_.pop_back();
  if (choices_.empty()) return false;
  ++choices_.back().made;
  return true;
}

}  // namespace conform
