#include "model/properties/Property.hpp"

#include <algorithm>

namespace conform {

std::string nameOfPromise(const Program& program, std::uint8_t promise) {
  for (std::size_t name = 1; name < program.promiseOfName.size(); ++name) {
    if (program.promiseOfName[name] == promise) return "the promise of " + program.names[name];
  }
  return "a promise without a name";
}

bool isSettled(std::uint8_t promiseState) {
  return promiseState != World::NoPromise && promiseState != World::IsPending && promiseState != World::NoReply;
}

bool usesData(const Entry& entry, std::uint8_t tensor) {
  switch (entry.kind) {
    case Entry::Kind::Read:
    case Entry::Kind::Write:
    case Entry::Kind::CreateTensor:
    case Entry::Kind::CreateConstantTensor:
      return entry.tensor == tensor;
    case Entry::Kind::Compute:
    case Entry::Kind::Build:
      return std::ranges::find(entry.inputs, tensor) != entry.inputs.end() ||
             (entry.kind == Entry::Kind::Compute && std::ranges::find(entry.outputs, tensor) != entry.outputs.end());
    case Entry::Kind::ReleaseTensor:
    case Entry::Kind::ReleaseGraph:
      return false;
  }
  return false;
}

const Entry* entryOf(World& before, const Transition& transition) {
  if (transition.kind != Transition::Kind::Timeline) return nullptr;
  return &before.program.entries[before.timeline(transition.index)[transition.place * 2U]];
}

}  // namespace conform
