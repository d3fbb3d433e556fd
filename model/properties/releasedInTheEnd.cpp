// Memory does not leak: whoever destroys queues the release.
#include "model/properties/Property.hpp"

namespace conform {
namespace {

std::optional<std::string> broken(World& before, const Transition&, World& after) {
  for (std::uint8_t t = 0; t < before.program.tensors.size(); ++t) {
    if (before.isDestroyed(t) || !after.isDestroyed(t)) continue;
    StateList timeline = after.timeline(after.program.tensors[t].context);
    bool isQueued = false;
    for (std::size_t i = 0; i < timeline.size(); i += 2) {
      const Entry& entry = after.program.entries[timeline[i]];
      isQueued = isQueued || (entry.kind == Entry::Kind::ReleaseTensor && entry.tensor == t);
    }
    if (!isQueued) return after.program.tensors[t].name + " is destroyed, and nothing will release its data";
  }
  return std::nullopt;
}

}  // namespace

extern const Property releasedInTheEndProperty;
const Property releasedInTheEndProperty{
    .name = "releasedInTheEnd",
    .description = "A tensor that becomes destroyed has its release on the timeline",
    .broken = broken,
};

}  // namespace conform
