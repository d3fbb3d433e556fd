// What is wrong with a file, and where. Reading one that people hand over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace conform {

struct ParsedJson;

struct LoadError {
  std::string file;
  std::uint32_t line = 0, column = 0;  ///< From 1; 0: the file as a whole.
  std::string pointer;                 ///< JSON pointer: "/script/3/tensor".
  std::string message;

  /// `destroy.json:14:22: /script/3/tensor: no tensor named "b"`
  std::string text() const;
  bool operator==(const LoadError&) const = default;
};

/// What is no JSON, or given twice.
std::vector<LoadError> errorsOf(const ParsedJson& parsed, const std::string& file, std::string_view text);

constexpr std::size_t largestFile = 256U << 20;  ///< Bytes.

/// The text of a file, "-" being standard input; or why there is none.
std::variant<std::string, LoadError> textOfFile(const std::string& file);

}  // namespace conform
