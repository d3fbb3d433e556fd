// The points where readings of the spec part, and the named readings. A semantics is data: a named one says only where
// it differs from the current draft, and combinations are laid over each other (docs/semantics.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace conform {

/// The choice points, each a small enumeration whose first value is the draft's.
enum class Point : std::uint8_t {
  pendingReadsOnDestroy,
  destroyError,
  notBegunOnDestroy,
  abortReadOnRelease,
  tensorErrors,
  graphLost,
  builderDestroy,
  symbolDispose,
  byobAfterSettled,
  pendingCreationsOnLoss,
  buildConstantCheck,
  useAfterDestroy,
  constantTensors,
  timelineOrder,
  queuedStepsAbort,
  createTensorDimensions,
  lossFlag,
  bufferLength,
  bufferViewType,
  aliasedInputs,
  lossCheckFirst,
  destroyedCheck,
  pendingReadsOrder,
  loseOrder,
  extendedTypes,
};
constexpr std::size_t pointCount = 25;

// The values of the points with more than "as the draft" and "otherwise". In all others, 1 is the other one.
namespace values {
enum PendingReadsOnDestroy : std::uint8_t { reject, complete, noReply };
enum NotBegunOnDestroy : std::uint8_t { nothing, dispatch, all };
enum ConstantTensors : std::uint8_t { yes, no, notSupported };
enum PendingReadsOrder : std::uint8_t { insertion, any, plainFirst };
}  // namespace values

struct PointInfo {
  std::string_view name;
  std::vector<std::string_view> values;  ///< The draft's first.
  std::string_view description;
};
const PointInfo& infoOf(Point point);

/// A named semantics, as its file has it.
struct NamedSemantics {
  std::string_view name;
  std::string_view source;       ///< Where it was proposed or is implemented.
  std::string_view description;  ///< One line.
  std::vector<std::pair<Point, std::uint8_t>> settings;
  bool isComposed = false;  ///< Made of others: claims about "all" semantics are not about it.
};
std::span<const NamedSemantics* const> namedSemantics();
const NamedSemantics* semanticsNamed(std::string_view name);

/// What the model asks: every point has a value.
struct Semantics {
  std::string name = "draft";  ///< As the user spelled it.
  bool isBasic = true;         ///< One named semantics that is not composed.
  std::uint8_t settings[pointCount] = {};

  std::uint8_t operator[](Point point) const { return settings[static_cast<std::size_t>(point)]; }
  /// Whether the point is as in the draft.
  bool isDraft(Point point) const { return (*this)[point] == 0; }
};

/// The text names no semantics, or names that contradict each other; the message lists what there is.
struct SemanticsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "option-1+graph-lost+bufferLength=atLeast". Throws SemanticsError.
Semantics parseSemantics(std::string_view text);

}  // namespace conform
