// The points where readings of the draft part, as data. Every point has the draft's value unless a semantics sets it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace conform {

enum class PendingReads : std::uint8_t { Reject, Complete, NoReply };

/// The values in force: the draft's, with what the named semantics set laid over them.
struct Semantics {
  std::string name = "draft";
  PendingReads pendingReadsOnDestroy = PendingReads::Reject;
  bool destroyGivesAbortError = false;
  bool dropsDispatches = false;      ///< destroy() drops dispatches that have not begun and use the tensor.
  bool dropsReadsAndWrites = false;  ///< The same for reads and writes.
  bool abortReadOnRelease = false;
  bool tensorErrors = false;
  bool graphLost = false;
  bool builderDestroy = false;
  bool symbolDispose = false;
  bool byobSkipsSettled = false;
  bool rejectsCreationsOnLoss = false;
  bool buildChecksReachedConstants = false;
  bool useAfterDestroyIsInvalidState = false;
  bool hasConstantTensors = true;
  bool dependencyOrder = false;
};

struct UnknownSemantics {
  std::string reason;
};

/// "option-1+graph-lost".
std::variant<Semantics, UnknownSemantics> semanticsNamed(std::string_view name);
/// The names that can be combined, the draft first.
std::span<const std::string_view> basicSemantics();

}  // namespace conform
