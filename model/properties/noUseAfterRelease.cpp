// Nothing reads or writes data that is gone.
#include "model/properties/Property.hpp"

namespace conform {
namespace {

std::optional<std::string> broken(World& before, const Transition& transition, World&) {
  const Entry* release = entryOf(before, transition);
  if (release == nullptr || release->kind != Entry::Kind::ReleaseTensor) return std::nullopt;
  StateList timeline = before.timeline(transition.index);
  for (std::size_t place = transition.place + 1U; place * 2 < timeline.size(); ++place) {
    const Entry& later = before.program.entries[timeline[place * 2]];
    if (usesData(later, release->tensor))
      return later.label + " comes behind the release of " + before.program.tensors[release->tensor].name;
  }
  return std::nullopt;
}

}  // namespace

extern const Property noUseAfterReleaseProperty;
const Property noUseAfterReleaseProperty{
    .name = "noUseAfterRelease",
    .description = "No work that is queued behind the release of a tensor's data needs that data",
    .broken = broken,
};

}  // namespace conform
