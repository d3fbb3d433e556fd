// Liveness: no promise of a call stays pending for ever. (`lost` promises may.)
#include "model/properties/Property.hpp"

namespace conform {
namespace {

std::optional<std::string> brokenAtEnd(World& world) {
  if (world.has(World::DocumentIsGone)) return std::nullopt;  // Nobody is there whom it could be told.
  for (std::uint8_t p = 1; p < world.program.promises.size(); ++p) {
    const PromiseInfo::Kind kind = world.program.promises[p].kind;
    if (kind == PromiseInfo::Kind::Lost || kind == PromiseInfo::Kind::GraphLost || kind == PromiseInfo::Kind::Data)
      continue;
    if (world.promise(p) == World::IsPending || world.promise(p) == World::NoReply)
      return nameOfPromise(world.program, p) + " is never settled";
  }
  return std::nullopt;
}

}  // namespace

extern const Property everyPromiseSettlesProperty;
const Property everyPromiseSettlesProperty{
    .name = "everyPromiseSettles",
    .description = "No promise that a call gave is pending when nothing is left to run",
    .brokenAtEnd = brokenAtEnd,
};

}  // namespace conform
