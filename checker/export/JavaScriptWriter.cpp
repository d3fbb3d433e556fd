#include "checker/export/JavaScriptWriter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <variant>

#include "model/kernels/Tensor.hpp"
#include "model/vocabulary/Overload.hpp"

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

std::string element(const Tensor& tensor, std::size_t i) {
  const double value = tensor.real(i);
  switch (tensor.dataType()) {
    case DataType::float32:
      return std::isfinite(value) && value != 0 ? fmt::format("{}", static_cast<float>(value)) : real(value);
    case DataType::float16:
      return real(value);
    case DataType::int64:
      return fmt::format("{}n", static_cast<std::int64_t>(tensor.word(i)));
    case DataType::uint64:
      return fmt::format("{}n", tensor.word(i));
    default:
      return fmt::format("{}", static_cast<std::int64_t>(value));
  }
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
  // Packed 4-bit elements are shown as the bytes that a Uint8Array has.
  const DataType type = bitsOf(contents.type) < 8 ? DataType::uint8 : contents.type;
  const std::size_t bytes = bitsOf(type) / 8, count = contents.bytes.size() / bytes;
  const Tensor tensor({type, {static_cast<std::uint32_t>(count)}}, std::span(contents.bytes).first(count * bytes));
  std::vector<std::string> elements;
  for (std::size_t i = 0; i < count; ++i) elements.push_back(element(tensor, i));
  return elements;
}

std::string typedArray(const Contents& contents) {
  return fmt::format("new {}([{}])", arrayNameOf(contents.type), joined(elementsOf(contents), ", "));
}

std::string argument(const Argument& given, const ValueOf& valueOf) {
  return std::visit(Overload{
                        [](Undefined) -> std::string { return "undefined"; },
                        [](Null) -> std::string { return "null"; },
                        [](bool truth) -> std::string { return truth ? "true" : "false"; },
                        [](const Number& one) { return number(one); },
                        [](const std::string& text) { return quoted(text); },
                        [&](const Reference& reference) { return valueOf(reference); },
                        [&](const ArgumentList& list) {
                          std::vector<std::string> items;
                          for (const Argument& item : list) items.push_back(argument(item, valueOf));
                          return "[" + joined(items, ", ") + "]";
                        },
                        [&](const ArgumentRecord& record) {
                          std::vector<std::string> members;
                          for (const auto& [key, item] : record) {
                            members.push_back(quoted(key) + ": " + argument(item, valueOf));
                          }
                          return "{" + joined(members, ", ") + "}";
                        },
                    },
                    given.value);
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
