// Runs tests of the web-platform-tests (.any.js) in a browser, through the unmodified testharness.js.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "checker/subjects/chromium/Page.hpp"

namespace conform {

struct WptSubtest {
  enum class Status : std::uint8_t { Pass, Fail, Timeout, NotRun, PreconditionFailed };
  std::string name;
  Status status = Status::NotRun;
  std::string message;
};
/// "PASS", "FAIL", ...: as wptreport has them.
std::string_view nameOf(WptSubtest::Status status);

struct WptResult {
  std::string test;     ///< "/webnn/destroy.https.any.html?cpu"
  bool ok = false;      ///< The harness came to its end.
  std::string message;  ///< Else, why not.
  std::vector<WptSubtest> subtests;
};

/// Where files of a test come from: the root of a checkout, and testharness.js.
struct WptFiles {
  std::filesystem::path root, harness;
};

/// Runs one file, named from the root ("webnn/destroy.https.any.js"), as a window, with the first `?cpu` or other
/// variant.
WptResult runWpt(Page& page, const WptFiles& files, const std::string& test, std::chrono::milliseconds deadline);

/// The same of a test that is only text (an exported one).
WptResult runWptText(Page& page, const WptFiles& files, const std::string& text, std::chrono::milliseconds deadline);

}  // namespace conform
