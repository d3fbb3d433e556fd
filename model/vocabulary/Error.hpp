// The errors that script can see. They are values of the model: nothing is thrown.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace conform {

/// The name of an exception: TypeError and RangeError of ECMAScript, the others of DOMException.
enum class Error : std::uint8_t {
  TypeError,
  RangeError,
  SyntaxError,
  InvalidStateError,
  UnknownError,
  OperationError,
  NotSupportedError,
  SecurityError,
  AbortError,
  DataError,
  NotReadableError,
  QuotaExceededError,
};

/// The name as script sees it: "InvalidStateError".
std::string_view nameOf(Error error);

/// The error that has this name, if it is one that can be told.
std::optional<Error> errorNamed(std::string_view name);

}  // namespace conform
