#include "checker/export/JavaScriptWriter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace conform::javascript {
namespace {

const std::set<std::string> reservedWords{
    "arguments", "await",  "break",  "case",   "catch", "class",      "const",     "continue", "debugger", "default",
    "delete",    "do",     "else",   "enum",   "eval",  "export",     "extends",   "false",    "finally",  "for",
    "function",  "if",     "import", "in",     "let",   "implements", "new",       "null",     "package",  "private",
    "protected", "public", "return", "static", "super", "switch",     "this",      "throw",    "true",     "try",
    "typeof",    "var",    "void",   "while",  "with",  "yield",      "undefined", "NaN",      "Infinity", "interface",
};

std::string real(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  return fmt::format("{}", value);
}

template <class T>
T load(const std::vector<std::uint8_t>& bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

double fromHalf(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(1024 + fraction, exponent - 25);
  return std::copysign(magnitude, bits & 0x8000 ? -1.0 : 1.0);
}

std::string element(const Contents& contents, std::size_t i) {
  switch (contents.type) {
    case DataType::float32: {
      const float value = load<float>(contents.bytes, i);
      return std::isfinite(value) && value != 0 ? fmt::format("{}", value) : real(value);
    }
    case DataType::float16:
      return real(fromHalf(load<std::uint16_t>(contents.bytes, i)));
    case DataType::int32:
      return fmt::format("{}", load<std::int32_t>(contents.bytes, i));
    case DataType::uint32:
      return fmt::format("{}", load<std::uint32_t>(contents.bytes, i));
    case DataType::int64:
      return fmt::format("{}n", load<std::int64_t>(contents.bytes, i));
    case DataType::uint64:
      return fmt::format("{}n", load<std::uint64_t>(contents.bytes, i));
    case DataType::int8:
      return fmt::format("{}", load<std::int8_t>(contents.bytes, i));
    case DataType::uint8:
    case DataType::int4:
    case DataType::uint4:
      return fmt::format("{}", contents.bytes[i]);
  }
  return "";
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string literal = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\' || c == '\'') {
      literal += '\\';
      literal += c;
    } else if (c == '\n') {
      literal += "\\n";
    } else if (byte < 0x20 || byte == 0x7f || c == '<') {
      literal += fmt::format("\\x{:02x}", byte);
    } else {
      literal += c;
    }
  }
  // The two line separators of Unicode end a line of JavaScript too, in older engines even in a literal.
  for (const auto& [separator, escape] : {std::pair{"\xe2\x80\xa8", "\\u2028"}, std::pair{"\xe2\x80\xa9", "\\u2029"}}) {
    for (std::size_t at; (at = literal.find(separator)) != std::string::npos;) literal.replace(at, 3, escape);
  }
  return literal + "'";
}

const std::string& Identifiers::of(const Name& name) {
  const auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  std::string wish;
  for (const char c : name) {
    const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    wish += isLetter || (c >= '0' && c <= '9' && !wish.empty()) ? c : '_';
  }
  return known_[name] = fresh(wish.empty() ? "value" : wish);
}

std::string Identifiers::fresh(const std::string& wish) {
  std::string name = wish;
  for (int n = 2; reservedWords.contains(name) || taken_.contains(name); ++n) name = wish + "_" + std::to_string(n);
  taken_.insert(name);
  return name;
}

std::string_view arrayNameOf(DataType type) {
  constexpr std::array<std::string_view, 10> names{"Float32Array",  "Float16Array",   "Int32Array", "Uint32Array",
                                                   "BigInt64Array", "BigUint64Array", "Int8Array",  "Uint8Array",
                                                   "Uint8Array",    "Uint8Array"};
  return names[static_cast<std::size_t>(type)];
}

std::vector<std::string> elementsOf(const Contents& contents) {
  const std::size_t bytes = std::max(bitsOf(contents.type) / 8, 1u);
  std::vector<std::string> elements;
  for (std::size_t i = 0; (i + 1) * bytes <= contents.bytes.size(); ++i) elements.push_back(element(contents, i));
  return elements;
}

std::string typedArray(const Contents& contents) {
  return fmt::format("new {}([{}])", arrayNameOf(contents.type), joined(elementsOf(contents), ", "));
}

std::string number(const Number& value) {
  if (!value.integer) return real(value.real);
  const Int128 magnitude = *value.integer < 0 ? -*value.integer : *value.integer;
  std::string digits;
  for (Int128 rest = magnitude; rest > 0 || digits.empty(); rest /= 10) {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  constexpr Int128 exact = Int128{1} << 53;
  return (*value.integer < 0 ? "-" : "") + digits + (magnitude > exact ? "n" : "");
}

std::string descriptor(const Descriptor& descriptor) {
  std::vector<std::string> members;
  if (descriptor.dataType) members.push_back("dataType: " + quoted(*descriptor.dataType));
  if (descriptor.shape) {
    std::vector<std::string> sizes;
    for (const Number& size : *descriptor.shape) sizes.push_back(number(size));
    members.push_back("shape: [" + joined(sizes, ", ") + "]");
  }
  if (descriptor.readable) members.push_back("readable: true");
  if (descriptor.writable) members.push_back("writable: true");
  return "{" + joined(members, ", ") + "}";
}

void Lines::add(std::string_view line) {
  if (!line.empty()) text_.append(static_cast<std::size_t>(depth_) * 2, ' ').append(line);
  text_ += '\n';
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

}  // namespace conform::javascript
