// A JSON text as a tree whose every node knows where it stands. nlohmann/json parses; it gives no places itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/vocabulary/Number.hpp"

namespace conform {

struct JsonNode {
  enum class Kind : std::uint8_t { Null, Boolean, Number, String, Array, Object };
  Kind kind = Kind::Null;
  bool boolean = false;
  Number number;                   ///< "-0" and "-0.0" keep their sign; integers are exact up to 2^120.
  std::string text;                ///< Of a string.
  std::size_t begin = 0, end = 0;  ///< Where the value stands in the text.
  std::vector<JsonNode> items;     ///< Of an array or object.
  std::vector<std::string> keys;   ///< Of an object, in its order.

  bool isString() const { return kind == Kind::String; }
  bool isArray() const { return kind == Kind::Array; }
  bool isObject() const { return kind == Kind::Object; }
  const JsonNode* find(std::string_view key) const;
};
/// "an object", "a number": for messages.
std::string_view nameOf(JsonNode::Kind kind);

struct JsonProblem {
  std::size_t offset = 0;
  std::string pointer;  ///< Of a key given twice.
  std::string message;
};

struct JsonBounds {
  std::size_t depth = 64;
  std::size_t values = 20'000'000;
};

struct ParsedJson {
  std::optional<JsonNode> root;  ///< Nothing: the text is no JSON.
  std::vector<JsonProblem> problems;
};

/// A key that is given twice is a problem too (the first one counts).
ParsedJson parseJson(std::string_view text, const JsonBounds& bounds = {});

/// "~" and "/" of a key, as a JSON pointer writes them.
std::string escapedForPointer(std::string_view key);

/// Line and column, from 1; columns count characters (code points).
struct LineAndColumn {
  std::uint32_t line = 1, column = 1;
};
LineAndColumn placeOf(std::string_view text, std::size_t offset);
/// Goes on behind this piece of text.
void advance(LineAndColumn& place, std::string_view text);

}  // namespace conform
