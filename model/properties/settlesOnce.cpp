// A promise that is settled stays as it is.
#include "model/properties/Property.hpp"

namespace conform {
namespace {

std::optional<std::string> broken(World& before, const Transition&, World& after) {
  for (std::uint8_t p = 1; p < before.program.promises.size(); ++p) {
    const std::uint8_t was = before.promise(p), is = after.promise(p);
    if (!isSettled(was) || was == is) continue;
    // Once it was observed, a rejection's error is forgotten.
    if (was >= World::FirstRejected && is == World::RejectedAndSeen) continue;
    return nameOfPromise(before.program, p) + " was settled, and changes once more";
  }
  return std::nullopt;
}

}  // namespace

extern const Property settlesOnceProperty;
const Property settlesOnceProperty{
    .name = "settlesOnce",
    .description = "A settled promise never settles again, nor becomes pending",
    .broken = broken,
};

}  // namespace conform
