// The values that script can see, and the outcomes of its calls.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/vocabulary/DataType.hpp"
#include "model/vocabulary/Error.hpp"
#include "model/vocabulary/Number.hpp"

namespace conform {

struct Undefined {
  bool operator==(const Undefined&) const = default;
};

/// An object of the API; its identity is not part of what is observed.
enum class Interface : std::uint8_t { MLContext, MLTensor, MLGraph, MLGraphBuilder, MLOperand };
std::string_view nameOf(Interface interface);
std::optional<Interface> interfaceNamed(std::string_view name);

/// The bytes that a read or a peek delivered, and the type in which they are to be looked at (little endian).
struct Contents {
  DataType type = DataType::float32;
  std::vector<std::uint8_t> bytes;
  bool operator==(const Contents&) const = default;
};

/// A buffer whose contents were transferred away.
struct Detached {
  bool operator==(const Detached&) const = default;
};

/// MLContextLostInfo: it has a message, whose text the draft leaves open.
struct LostInfo {
  std::string message;
  bool operator==(const LostInfo&) const { return true; }
};

/// A list of numbers that is not the contents of a tensor: the attribute `shape`.
using Numbers = std::vector<Number>;

using Value = std::variant<Undefined, bool, std::string, Interface, Contents, Detached, LostInfo, Numbers>;

enum class OutcomeKind : std::uint8_t {
  Resolved,  ///< The promise was fulfilled.
  Rejected,
  Throws,   ///< The call threw.
  Returns,  ///< The call returned something that is no promise.
  Pending,  ///< The promise was not settled when nothing was left to run.
  NotRun,   ///< The step was never reached, or referred to a name that is bound to nothing.
};
/// "resolved", "rejected", "throws", "returns", "pending", "notRun".
std::string_view nameOf(OutcomeKind kind);

/// What became of one named call.
struct Outcome {
  OutcomeKind kind = OutcomeKind::NotRun;
  Error error = Error::TypeError;  ///< Of Rejected and Throws; else without meaning (and TypeError).
  Value value;                     ///< Of Resolved and Returns; else undefined.

  static Outcome resolved(Value value) { return {OutcomeKind::Resolved, Error::TypeError, std::move(value)}; }
  static Outcome rejected(Error error) { return {OutcomeKind::Rejected, error, Undefined{}}; }
  static Outcome returns(Value value) { return {OutcomeKind::Returns, Error::TypeError, std::move(value)}; }
  static Outcome throws(Error error) { return {OutcomeKind::Throws, error, Undefined{}}; }
  static Outcome pending() { return {OutcomeKind::Pending, Error::TypeError, Undefined{}}; }
  bool operator==(const Outcome&) const = default;
};

}  // namespace conform
