#include "model/semantics/Semantics.hpp"

#include <array>

namespace conform {
namespace {

constexpr std::array<std::string_view, 17> names{"draft",
                                                 "option-1",
                                                 "option-2",
                                                 "prototype-2024",
                                                 "pre-799",
                                                 "read-aborts-on-release",
                                                 "errors-via-tensors",
                                                 "graph-lost",
                                                 "builder-destroy",
                                                 "symbol-dispose",
                                                 "dispatch-cancel",
                                                 "byob-skip-settled",
                                                 "reject-pending-on-loss",
                                                 "build-checks-constants",
                                                 "destroyed-is-invalidstate",
                                                 "no-constants",
                                                 "dependency-order"};

bool apply(std::string_view name, Semantics& s) {
  if (name == "draft") return true;
  if (name == "option-1" || name == "pre-799") return s.pendingReadsOnDestroy = PendingReads::Complete, true;
  if (name == "option-2") return s.dropsDispatches = s.dropsReadsAndWrites = true;
  if (name == "prototype-2024") return s.pendingReadsOnDestroy = PendingReads::NoReply, true;
  if (name == "read-aborts-on-release") return s.abortReadOnRelease = true;
  if (name == "errors-via-tensors") return s.tensorErrors = true;
  if (name == "graph-lost") return s.graphLost = true;
  if (name == "builder-destroy") return s.builderDestroy = true;
  if (name == "symbol-dispose") return s.symbolDispose = true;
  if (name == "dispatch-cancel") return s.dropsDispatches = true;
  if (name == "byob-skip-settled") return s.byobSkipsSettled = true;
  if (name == "reject-pending-on-loss") return s.rejectsCreationsOnLoss = true;
  if (name == "build-checks-constants") return s.buildChecksReachedConstants = true;
  if (name == "destroyed-is-invalidstate") return s.useAfterDestroyIsInvalidState = true;
  if (name == "no-constants") return s.hasConstantTensors = false, true;
  if (name == "dependency-order") return s.dependencyOrder = true;
  return false;
}

}  // namespace

std::span<const std::string_view> basicSemantics() {
  return names;
}

std::variant<Semantics, UnknownSemantics> semanticsNamed(std::string_view name) {
  Semantics semantics;
  semantics.name = name;
  int readsOnDestroy = 0;
  for (std::size_t from = 0; from <= name.size();) {
    const std::size_t to = std::min(name.find('+', from), name.size());
    const std::string_view one = name.substr(from, to - from);
    if (!apply(one, semantics)) return UnknownSemantics{"there is no semantics \"" + std::string{one} + "\""};
    if (one == "option-1" || one == "pre-799") readsOnDestroy |= 1;
    if (one == "option-2") readsOnDestroy |= 2;
    if (one == "prototype-2024") readsOnDestroy |= 4;
    from = to + 1;
  }
  if ((readsOnDestroy & (readsOnDestroy - 1)) != 0) {
    return UnknownSemantics{"\"" + std::string{name} + "\" sets pendingReadsOnDestroy twice"};
  }
  return semantics;
}

}  // namespace conform
