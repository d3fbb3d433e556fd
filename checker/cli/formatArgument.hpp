// `--format console|json`: for people, or one JSON object a line for programs.
#pragma once

#include <iostream>
#include <string>

#include "checker/cli/Command.hpp"
#include "reports/JsonText.hpp"

namespace conform {

class FormatArgument {
 public:
  void declare(CLI::App& app) {
    app.add_option("--format", format_, "console, or json: for programs, one object a line")
        ->capture_default_str()
        ->check(CLI::IsMember({"console", "json"}));
  }
  bool isJson() const { return format_ == "json"; }

 private:
  std::string format_ = "console";
};

/// One JSON object, printed as a line when it goes.
class JsonLine {
 public:
  JsonLine() { json_.open('{'); }
  ~JsonLine() {
    json_.close('}');
    std::cout << text_ << "\n";
  }
  JsonLine(const JsonLine&) = delete;
  JsonLine& operator=(const JsonLine&) = delete;

  JsonLine& member(std::string_view key, const auto& value) {
    json_.member(key, value);
    return *this;
  }
  /// For what is nested.
  JsonText& json() { return json_; }

 private:
  std::string text_;
  JsonText json_{text_};
};

}  // namespace conform
