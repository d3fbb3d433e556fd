#include "model/vocabulary/Error.hpp"

#include <array>
#include <cstddef>

namespace conform {
namespace {

constexpr std::array<std::string_view, 12> names{
    "TypeError",         "RangeError",    "SyntaxError", "InvalidStateError", "UnknownError",     "OperationError",
    "NotSupportedError", "SecurityError", "AbortError",  "DataError",         "NotReadableError", "QuotaExceededError",
};

}  // namespace

std::string_view nameOf(Error error) {
  return names[static_cast<std::size_t>(error)];
}

std::optional<Error> errorNamed(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Error>(i);
  }
  return std::nullopt;
}

}  // namespace conform
