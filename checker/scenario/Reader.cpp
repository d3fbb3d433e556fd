#include "checker/scenario/Reader.hpp"

#include <algorithm>
#include <cmath>

#include "model/kernels/castNumber.hpp"
#include "model/vocabulary/suggest.hpp"

namespace conform {

std::string_view nameOf(NameKind kind) {
  switch (kind) {
    case NameKind::Context:
      return "context";
    case NameKind::Tensor:
      return "tensor";
    case NameKind::Builder:
      return "builder";
    case NameKind::Operand:
      return "operand";
    case NameKind::Graph:
      return "graph";
    case NameKind::Buffer:
      return "buffer";
    case NameKind::Other:
      return "name";
  }
  return "";
}

Place Reader::placeOfNode(const Cursor& at) const {
  if (at.node->begin < lastOffset_) lastOffset_ = 0, lastPlace_ = {};
  advance(lastPlace_, text_.substr(lastOffset_, at.node->begin - lastOffset_));
  lastOffset_ = at.node->begin;
  return {lastPlace_.line, lastPlace_.column, at.pointer};
}

void Reader::error(const Cursor& at, std::string message) {
  constexpr std::size_t most = 1000;  // More would not be read.
  if (errors_.size() > most) return;
  if (errors_.size() == most) message = "more errors follow; this is the last one told";
  const Place place = placeOfNode(at);
  errors_.push_back({file_, place.line, place.column, at.pointer, std::move(message)});
}

void Reader::expected(const Cursor& at, const std::string& what) {
  const JsonNode& node = *at.node;
  std::string found{nameOf(node.kind)};
  if (node.isString()) found = "\"" + node.text.substr(0, 60) + "\"";
  error(at, "expected " + what + ", found " + found);
}

bool Reader::isArray(const Cursor& at) {
  if (!at.node->isArray()) expected(at, "an array");
  return at.node->isArray();
}

bool Reader::isObject(const Cursor& at) {
  if (!at.node->isObject()) expected(at, "an object");
  return at.node->isObject();
}

std::string Reader::string(const Cursor& at) {
  constexpr std::size_t most = 1u << 16;
  if (!at.node->isString()) expected(at, "a string");
  if (at.node->text.size() > most) error(at, "a string has at most 65536 bytes");
  return at.node->text;
}

bool Reader::boolean(const Cursor& at) {
  if (at.node->kind != JsonNode::Kind::Boolean) expected(at, "true or false");
  return at.node->boolean;
}

std::optional<Number> numberIn(const JsonNode& node) {
  if (node.kind == JsonNode::Kind::Number) return node.number;
  if (!node.isString() || node.text.empty()) return std::nullopt;
  if (node.text == "NaN") return Number::ofReal(std::nan(""));
  if (node.text == "Infinity") return Number::ofReal(HUGE_VAL);
  if (node.text == "-Infinity") return Number::ofReal(-HUGE_VAL);
  if (node.text == "-0") return Number::ofReal(-0.0);
  const bool isNegative = node.text.front() == '-';
  if (node.text.size() <= (isNegative ? 1u : 0u) || node.text.size() > 36) return std::nullopt;
  Int128 value = 0;
  for (const char digit : node.text.substr(isNegative)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  return Number::ofInteger(isNegative ? -value : value);
}

Number Reader::number(const Cursor& at) {
  const std::optional<Number> number = numberIn(*at.node);
  if (!number) expected(at, R"(a number ("NaN", "Infinity", "-Infinity" and "-0" as strings))");
  return number.value_or(Number{});
}

std::uint32_t Reader::count(const Cursor& at, std::uint32_t most) {
  const std::optional<Number> number = numberIn(*at.node);
  if (!number || !number->integer || *number->integer < 0 || *number->integer > most) {
    expected(at, "an integer from 0 to " + std::to_string(most));
    return 0;
  }
  return static_cast<std::uint32_t>(*number->integer);
}

std::vector<std::string> Reader::strings(const Cursor& at) {
  std::vector<std::string> strings;
  if (!isArray(at)) return strings;
  for (std::size_t i = 0; i < at.node->items.size(); ++i) strings.push_back(string(at.item(i)));
  return strings;
}

DataType Reader::dataType(const Cursor& at) {
  std::vector<std::pair<std::string, DataType>> words;
  for (const DataType type : dataTypes()) words.emplace_back(nameOf(type), type);
  return oneOf(at, "a data type", words);
}

ObjectReader::ObjectReader(Reader& reader, Cursor at)
    : reader_(reader), at_(std::move(at)), isObject_(reader.isObject(at_)) {}

std::optional<Cursor> ObjectReader::get(const std::string& key) {
  asked_.push_back(key);
  if (!isObject_) return std::nullopt;
  const auto found = std::find(at_.node->keys.begin(), at_.node->keys.end(), key);
  if (found == at_.node->keys.end()) return std::nullopt;
  return at_.member(static_cast<std::size_t>(found - at_.node->keys.begin()));
}

std::optional<Cursor> ObjectReader::need(const std::string& key) {
  std::optional<Cursor> found = get(key);
  if (!found && isObject_) reader_.error(at_, "\"" + key + "\" is missing");
  return found;
}

bool ObjectReader::has(const std::string& key) {
  return get(key).has_value();
}

void ObjectReader::finish() {
  if (!isObject_) return;
  for (std::size_t i = 0; i < at_.node->keys.size(); ++i) {
    const std::string& key = at_.node->keys[i];
    if (std::find(asked_.begin(), asked_.end(), key) == asked_.end())
      reader_.error(at_.member(i), "unknown key \"" + key.substr(0, 60) + "\"" + didYouMean(key, asked_));
  }
}

Contents contentsIn(Reader& reader, const Cursor& at, DataType type) {
  Contents contents{type, {}};
  if (at.node->isObject()) {  // {"fill": 1, "count": 4}
    ObjectReader object{reader, at};
    const auto fill = object.need("fill"), count = object.need("count");
    object.finish();
    if (!fill || !count) return contents;
    const Number number = reader.number(*fill);
    const std::uint32_t elements = reader.count(*count, 1u << 26);
    Tensor tensor{{type, {std::max(1u, elements)}}};
    tensor.storePatterns(std::vector<std::uint64_t>(tensor.count(), castNumber(type, number).patterns()[0]));
    if (elements != 0) contents.bytes = tensor.bytes();
    return contents;
  }
  if (!reader.isArray(at)) return contents;
  const std::size_t count = at.node->items.size();
  if (count == 0) return contents;
  Tensor tensor{{type, {static_cast<std::uint32_t>(count)}}};
  std::vector<std::uint64_t> patterns(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<Number> number = numberIn(at.node->items[i]);
    if (!number) {
      reader.number(at.item(i));  // Says what is wrong.
      continue;
    }
    const Tensor element = castNumber(type, *number);
    patterns[i] = element.patterns()[0];
    if (isFloat(type)) continue;
    const bool isExact =
        number->integer && *number->integer == (isSigned(type) ? Int128{static_cast<std::int64_t>(element.word(0))}
                                                               : Int128{element.word(0)});
    const bool isZero = !number->integer && number->real == 0;
    if (!isExact && !isZero) reader.error(at.item(i), "no number of type " + std::string(nameOf(type)));
  }
  tensor.storePatterns(patterns);
  contents.bytes = tensor.bytes();
  return contents;
}

}  // namespace conform
