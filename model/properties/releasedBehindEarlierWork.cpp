// The memory goes only behind the work that was queued before destroy().
#include "model/properties/Property.hpp"

namespace conform {
namespace {

std::optional<std::string> broken(World& before, const Transition& transition, World&) {
  const Entry* release = entryOf(before, transition);
  if (release == nullptr || release->kind != Entry::Kind::ReleaseTensor) return std::nullopt;
  for (std::size_t place = 0; place < transition.place; ++place) {
    const Entry& earlier = before.program.entries[before.timeline(transition.index)[place * 2]];
    if (usesData(earlier, release->tensor))
      return earlier.label + " was queued before the release of " + before.program.tensors[release->tensor].name +
             ", and still needs its data";
  }
  return std::nullopt;
}

}  // namespace

extern const Property releasedBehindEarlierWorkProperty;
const Property releasedBehindEarlierWorkProperty{
    .name = "releasedBehindEarlierWork",
    .description = "When a tensor's data is released, no work queued before the release still needs it",
    .broken = broken,
};

}  // namespace conform
