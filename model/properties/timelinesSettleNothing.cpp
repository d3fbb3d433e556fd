// A context's timeline queues a task; only that settles, on the script's timeline.
#include "model/properties/Property.hpp"

namespace conform {
namespace {

std::optional<std::string> broken(World& before, const Transition& transition, World& after) {
  if (transition.kind != Transition::Kind::Timeline && transition.kind != Transition::Kind::MakeContext)
    return std::nullopt;
  for (std::uint8_t p = 1; p < before.program.promises.size(); ++p) {
    if (!isSettled(before.promise(p)) && isSettled(after.promise(p)))
      return nameOfPromise(before.program, p) + " is settled by a step of a context's timeline";
  }
  return std::nullopt;
}

}  // namespace

extern const Property timelinesSettleNothingProperty;
const Property timelinesSettleNothingProperty{
    .name = "timelinesSettleNothing",
    .description = "Promises settle on the timeline of the script, never inside the steps of a context",
    .broken = broken,
};

}  // namespace conform
