#include "reports/text.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

namespace conform {
Utf8 decodeUtf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xf5 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || text.size() < length) return {};
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool isSurrogate = code >= 0xd800 && code < 0xe000;
  if (code < least[length] || isSurrogate || code > 0x10ffff) return {};
  return {code, length};
}

bool isControl(std::uint32_t code) {
  if (code == '\n' || code == '\t') return false;
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x2069) || code == 0xfeff || code == 0xfffe ||
         code == 0xffff;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto [code, length] = decodeUtf8(text);
    if (length == 0) {
      out += "\xef\xbf\xbd";
      text.remove_prefix(1);
      continue;
    }
    if (isControl(code)) {
      std::array<char, 16> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u{%x}", code);
      out += escape.data();
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    std::size_t columns = 0;  // UTF-8 continuation bytes take none.
    for (const char c : word) columns += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    if (column > indent && column + columns > width) {
      while (!out.empty() && out.back() == ' ') out.pop_back();
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    out += word;
    column += columns;
    if (end == text.size()) break;
    if (text[end] == '\n') {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else {
      out += ' ';
      ++column;
    }
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string letterOf(std::size_t index) {
  std::string letters(1, static_cast<char>('A' + index % 26));
  return index < 26 ? letters : letterOf(index / 26 - 1) + letters;
}

}  // namespace conform
