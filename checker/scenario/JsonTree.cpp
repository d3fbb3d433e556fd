#include "checker/scenario/JsonTree.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conform {
namespace {

using Json = nlohmann::json;

/// An integer literal, exactly. Nothing: it has a fraction or an exponent, is "-0", or is beyond 2^120.
std::optional<Int128> exactInteger(std::string_view literal) {
  const bool isNegative = literal.front() == '-';
  Int128 value = 0;
  for (const char digit : literal.substr(isNegative)) {
    if (digit < '0' || digit > '9' || value > (Int128{1} << 120)) return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  if (isNegative && value == 0) return std::nullopt;
  return isNegative ? -value : value;
}

/// Hears the parser, and walks along the text beside it: what the parser has just seen is the next token there.
class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  TreeBuilder(std::string_view text, const JsonBounds& bounds) : text_(text), bounds_(bounds) {}

  bool null() override { return scalar({}); }
  bool boolean(bool value) override {
    JsonNode node;
    node.kind = JsonNode::Kind::Boolean;
    node.boolean = value;
    return scalar(std::move(node));
  }
  bool number_integer(Json::number_integer_t) override { return numberLiteral(); }
  bool number_unsigned(Json::number_unsigned_t) override { return numberLiteral(); }
  bool number_float(Json::number_float_t, const std::string&) override { return numberLiteral(); }
  bool string(std::string& value) override {
    JsonNode node;
    node.kind = JsonNode::Kind::String;
    node.text = std::move(value);
    return scalar(std::move(node));
  }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return start(JsonNode::Kind::Object); }
  bool start_array(std::size_t) override { return start(JsonNode::Kind::Array); }
  bool end_object() override { return finish(); }
  bool end_array() override { return finish(); }
  bool key(std::string& key) override {
    const std::size_t at = nextToken();
    Open& open = open_.back();
    open.hasSkipped = std::find(open.node.keys.begin(), open.node.keys.end(), key) != open.node.keys.end();
    if (open.hasSkipped)
      parsed.problems.push_back({at, pointer() + "/" + escapedForPointer(key), "the key is given twice"});
    open.key = std::move(key);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: what" - only what is of use here.
    std::string message = error.what();
    if (const std::size_t colon = message.find(": "); colon != std::string::npos) message = message.substr(colon + 2);
    parsed.problems.push_back({position == 0 ? 0 : position - 1, "", "this is no JSON: " + message});
    return false;
  }

  ParsedJson parsed;

 private:
  struct Open {
    JsonNode node;
    std::string key;          // The one whose value comes next.
    bool hasSkipped = false;  // That key was given before.
  };

  /// Where the next token begins; goes behind it.
  std::size_t nextToken() {
    while (at_ < text_.size() && std::string_view(" \t\r\n,:").find(text_[at_]) != std::string_view::npos) ++at_;
    const std::size_t begin = at_;
    if (at_ >= text_.size()) return begin;
    if (text_[at_] == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
        if (text_[at_] == '\\') ++at_;
      }
      ++at_;
    } else if (std::string_view("{}[]").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    } else {
      while (at_ < text_.size() && std::string_view(" \t\r\n,:]}").find(text_[at_]) == std::string_view::npos) ++at_;
    }
    return begin;
  }

  bool numberLiteral() {
    JsonNode node;
    node.kind = JsonNode::Kind::Number;
    node.begin = nextToken();
    const std::string literal{text_.substr(node.begin, at_ - node.begin)};
    const std::optional<Int128> integer = exactInteger(literal);
    node.number = integer ? Number::ofInteger(*integer) : Number::ofReal(std::strtod(literal.c_str(), nullptr));
    node.end = at_;
    return put(std::move(node));
  }

  bool scalar(JsonNode node) {
    node.begin = nextToken();
    node.end = at_;
    return put(std::move(node));
  }

  bool start(JsonNode::Kind kind) {
    JsonNode node;
    node.kind = kind;
    node.begin = nextToken();
    if (open_.size() >= bounds_.depth)
      return tooMuch(node.begin, "nested more than " + std::to_string(bounds_.depth) + " deep");
    open_.push_back({std::move(node), {}, false});
    return true;
  }

  bool finish() {
    nextToken();
    JsonNode node = std::move(open_.back().node);
    open_.pop_back();
    node.end = at_;
    return put(std::move(node));
  }

  bool put(JsonNode node) {
    if (++values_ > bounds_.values)
      return tooMuch(node.begin, "more than " + std::to_string(bounds_.values) + " values");
    if (open_.empty()) {
      parsed.root = std::move(node);
      return true;
    }
    Open& open = open_.back();
    if (open.node.isObject()) {
      if (open.hasSkipped) return true;
      open.node.keys.push_back(std::move(open.key));
    }
    open.node.items.push_back(std::move(node));
    return true;
  }

  bool tooMuch(std::size_t offset, const std::string& what) {
    parsed.problems.push_back({offset, pointer(), "too much for this program: " + what});
    return false;
  }

  std::string pointer() const {
    std::string pointer;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const Open& open = open_[i];
      pointer += "/" + (open.node.isObject() ? escapedForPointer(open.key) : std::to_string(open.node.items.size()));
    }
    return pointer;
  }

  std::string_view text_;
  JsonBounds bounds_;
  std::size_t at_ = 0, values_ = 0;
  std::vector<Open> open_;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

std::string_view nameOf(JsonNode::Kind kind) {
  switch (kind) {
    case JsonNode::Kind::Null:
      return "null";
    case JsonNode::Kind::Boolean:
      return "a boolean";
    case JsonNode::Kind::Number:
      return "a number";
    case JsonNode::Kind::String:
      return "a string";
    case JsonNode::Kind::Array:
      return "an array";
    case JsonNode::Kind::Object:
      return "an object";
  }
  return "";
}

ParsedJson parseJson(std::string_view text, const JsonBounds& bounds) {
  TreeBuilder builder{text, bounds};
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) builder.parsed.root.reset();
  return std::move(builder.parsed);
}

std::string escapedForPointer(std::string_view key) {
  std::string escaped;
  for (const char c : key) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return escaped;
}

void advance(LineAndColumn& place, std::string_view text) {
  for (const char c : text) {
    if (c == '\n') {
      ++place.line;
      place.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {
      ++place.column;
    }
  }
}

LineAndColumn placeOf(std::string_view text, std::size_t offset) {
  LineAndColumn place;
  advance(place, text.substr(0, offset));
  return place;
}

}  // namespace conform
