#include "reports/JsonText.hpp"

#include <array>

#include "reports/text.hpp"

namespace conform {
namespace {

/// ASCII that needs no thought: what most text is made of.
constexpr bool isPlain(char c) {
  return c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<';
}

void appendEscape(std::uint32_t code, std::string& out) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[code >> shift & 15];
}

}  // namespace

void JsonText::open(char bracket) {
  if (needsComma_) out_ += ',';
  out_ += bracket;
  needsComma_ = false;
}

void JsonText::close(char bracket) {
  out_ += bracket;
  needsComma_ = true;
}

void JsonText::key(std::string_view name) {
  if (needsComma_) out_ += ',';
  out_ += '"';
  out_ += name;
  out_ += "\":";
  needsComma_ = false;
}

void JsonText::raw(std::string_view json) {
  if (needsComma_) out_ += ',';
  out_ += json;
  needsComma_ = true;
}

void JsonText::value(bool is) {
  raw(is ? "true" : "false");
}

void JsonText::value(std::string_view text) {
  if (needsComma_) out_ += ',';
  needsComma_ = true;
  out_ += '"';
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && isPlain(text[plain])) ++plain;
    out_ += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const Utf8 first = decodeUtf8(text);
    if (first.length == 0) {
      out_ += "\xef\xbf\xbd";
    } else if (first.code == '"' || first.code == '\\') {
      out_ += {'\\', static_cast<char>(first.code)};
    } else if (first.code == '\n') {
      out_ += "\\n";
    } else if (first.code == '\t') {
      out_ += "\\t";
    } else if (first.code == '<' || isControl(first.code)) {
      appendEscape(first.code, out_);
    } else {
      out_ += text.substr(0, first.length);
    }
    text.remove_prefix(std::max<std::size_t>(first.length, 1));
  }
  out_ += '"';
}

void JsonText::value(const std::vector<std::string>& texts) {
  open('[');
  for (const std::string& text : texts) value(text);
  close(']');
}

}  // namespace conform
