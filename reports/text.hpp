// Text for people: nothing in it can steer a terminal, and lines fit where they are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace conform {

/// The character that a text begins with; length 0: its first byte begins none.
struct Utf8 {
  std::uint32_t code = 0;
  std::size_t length = 0;
};
Utf8 decodeUtf8(std::string_view text);

/// What steers a terminal, turns the direction of writing or cannot be seen; line feed and tab are none.
bool isControl(std::uint32_t code);

/// Valid UTF-8 without control characters: line feeds and tabs stay, every other one becomes \u{..}, a byte that is no
/// UTF-8 becomes U+FFFD. Characters that turn the direction of writing count as control characters.
std::string printable(std::string_view text);

/// Breaks at spaces so that no line is longer than `width` columns, where words allow it; lines after the first begin
/// with `indent` spaces.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

/// All of them, with the separator in between.
template <class Texts>
std::string joined(const Texts& texts, std::string_view separator) {
  std::string all;
  std::string_view between;
  for (const auto& text : texts) {
    all += between;
    all += text;
    between = separator;
  }
  return all;
}

/// A, B, ... Z, AA, AB, ...: for things that have no name of their own.
std::string letterOf(std::size_t index);

}  // namespace conform
