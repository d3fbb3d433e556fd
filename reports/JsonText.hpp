// Writes JSON as text, piece by piece: a report of 10,000 findings is no tree in memory. What is written can stand in
// an HTML page and on a terminal: "<", control characters and those that turn the direction of writing are escaped, and
// a byte that is no UTF-8 becomes U+FFFD.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace conform {

class JsonText {
 public:
  explicit JsonText(std::string& out) : out_(out) {}

  /// '{' or '['; commas are set where they are due.
  void open(char bracket);
  void close(char bracket);
  /// The name of the next value; plain ASCII.
  void key(std::string_view name);
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view{text}); }
  void value(bool is);
  void value(std::integral auto number) { raw(std::to_string(number)); }
  void value(const std::vector<std::string>& texts);
  void member(std::string_view name, const auto& of) {
    key(name);
    value(of);
  }
  void memberUnlessEmpty(std::string_view name, const auto& of) {
    if (!of.empty()) member(name, of);
  }
  /// What is JSON already.
  void raw(std::string_view json);

 private:
  std::string& out_;
  bool needsComma_ = false;
};

}  // namespace conform
