// Reading values out of a JSON tree, with an error for each thing that is not as expected. For the files of this
// program: scenarios, expectations.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/scenario/JsonTree.hpp"
#include "checker/scenario/load.hpp"

namespace conform {

/// A node and its JSON pointer.
struct Cursor {
  const JsonNode* node = nullptr;
  std::string pointer;

  Cursor item(std::size_t index) const { return {&node->items[index], pointer + "/" + std::to_string(index)}; }
  Cursor member(std::size_t index) const {
    return {&node->items[index], pointer + "/" + escapedForPointer(node->keys[index])};
  }
};

/// What a name of the scenario stands for.
enum class NameKind : std::uint8_t { Context, Tensor, Builder, Operand, Graph, Buffer, Other };
std::string_view nameOf(NameKind kind);

struct NameEntry {
  NameKind kind = NameKind::Other;
  DataType type = DataType::float32;  ///< Of a tensor.
};

/// Collects errors, and reads plain values. A function that reports an error returns a harmless value: reading goes on.
class Reader {
 public:
  Reader(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  void error(const Cursor& at, std::string message);
  std::vector<LoadError>& errors() { return errors_; }
  Place placeOfNode(const Cursor& at) const;

  std::string string(const Cursor& at);
  bool boolean(const Cursor& at);
  /// A JSON number, or "NaN", "Infinity", "-Infinity", "-0", or a decimal integer as a string.
  Number number(const Cursor& at);
  std::uint32_t count(const Cursor& at, std::uint32_t most);
  std::vector<std::string> strings(const Cursor& at);
  DataType dataType(const Cursor& at);
  /// Whether it is an array (object); if not: an error that says so.
  bool isArray(const Cursor& at);
  bool isObject(const Cursor& at);
  void expected(const Cursor& at, const std::string& what);
  /// One of a set of words; `find` turns it into the value.
  template <class Value>
  Value oneOf(const Cursor& at, const std::string& what, const std::vector<std::pair<std::string, Value>>& words);

  std::map<std::string, NameEntry> names;
  std::size_t bufferBytes = 0;  ///< Of all buffers of the scenario so far.

 private:
  std::string file_;
  std::string_view text_;
  std::vector<LoadError> errors_;
  /// Where the last place was asked for: the next one is mostly behind it.
  mutable std::size_t lastOffset_ = 0;
  mutable LineAndColumn lastPlace_;
};

/// An object whose keys are all known: asking for a key makes it known, `finish()` reports the others.
class ObjectReader {
 public:
  ObjectReader(Reader& reader, Cursor at);

  /// Nothing: the object does not have it. (Of a value that is no object: always nothing; it was reported.)
  std::optional<Cursor> get(const std::string& key);
  /// The same, but its absence is an error.
  std::optional<Cursor> need(const std::string& key);
  bool has(const std::string& key);
  void finish();

 private:
  Reader& reader_;
  Cursor at_;
  bool isObject_;
  std::vector<std::string> asked_;
};

/// A number as JSON has it or as one of the strings above; nothing: it is none.
std::optional<Number> numberIn(const JsonNode& node);

/// The bytes of a typed array of these numbers; what is not a number of the type is reported.
Contents contentsIn(Reader& reader, const Cursor& at, DataType type);

/// Steps, and the arguments of operators.
std::vector<Step> readSteps(Reader& reader, const Cursor& at, std::size_t depth = 0);
/// Learns all names that the steps define, nested ones too; a name that is there already is reported.
void collectNames(Reader& reader, const Cursor& steps, std::size_t depth = 0);

/// An outcome for each of some names.
JointOutcome readJointOutcome(Reader& reader, const Cursor& at);
/// What is claimed under one semantics.
Claim readClaim(Reader& reader, const Cursor& at);

template <class Value>
Value Reader::oneOf(const Cursor& at, const std::string& what,
                    const std::vector<std::pair<std::string, Value>>& words) {
  std::string list;
  if (at.node->isString()) {
    for (const auto& [word, value] : words) {
      if (word == at.node->text) return value;
    }
  }
  for (const auto& [word, value] : words) list += (list.empty() ? "\"" : ", \"") + word + "\"";
  expected(at, what + " (" + list + ")");
  return words.front().second;
}

}  // namespace conform
