// JavaScript text: indented lines, and expressions for the values of a scenario.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/vocabulary/Scenario.hpp"

namespace conform::javascript {

/// A string literal in single quotes; nothing in it can end the literal, the line or a script element.
std::string quoted(std::string_view text);

/// What may be named: letters, digits, _ and $; never a reserved word. Distinct names stay distinct.
class Identifiers {
 public:
  /// Names that the surrounding code uses itself.
  explicit Identifiers(std::set<std::string> taken) : taken_(std::move(taken)) {}
  const std::string& of(const Name& name);
  std::string fresh(const std::string& wish);

 private:
  std::set<std::string> taken_;
  std::map<Name, std::string> known_;
};

/// "Float32Array" of float32; int4 and uint4 lie packed in a Uint8Array.
std::string_view arrayNameOf(DataType type);
/// The elements as JavaScript writes them: "-0", "NaN", "1n" for 64-bit integers.
std::vector<std::string> elementsOf(const Contents& contents);
/// "new Float32Array([1, 2, 3, 4])"
std::string typedArray(const Contents& contents);
std::string number(const Number& value);
/// How the surrounding code calls what a reference refers to.
using ValueOf = std::function<std::string(const Reference&)>;
/// A value as a call passes it.
std::string argument(const Argument& given, const ValueOf& valueOf);
/// The dictionary of MLTensorDescriptor or MLOperandDescriptor.
std::string descriptor(const Descriptor& descriptor);

class Lines {
 public:
  void add(std::string_view line);
  void open(std::string_view line) {
    add(line);
    ++depth_;
  }
  void close(std::string_view line) {
    --depth_;
    add(line);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  int depth_ = 0;
};

std::string joined(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace conform::javascript
