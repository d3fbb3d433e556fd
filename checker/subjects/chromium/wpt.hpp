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

/// One way to run a file: `// META: variant=` and `// META: global=`.
struct WptVariant {
  enum class Global : std::uint8_t { Window, DedicatedWorker };
  Global global = Global::Window;
  std::string query;  ///< "?cpu"; may be empty.
};
/// All ways to run the file that is named from the root ("webnn/destroy.https.any.js"); at least one. Globals that are
/// neither a window nor a dedicated worker have no WebNN, and are left out.
std::vector<WptVariant> wptVariants(const WptFiles& files, const std::string& test);

WptResult runWpt(Page& page, const WptFiles& files, const std::string& test, const WptVariant& variant,
                 std::chrono::milliseconds deadline);

/// The same of a test that is only text (an exported one), as a window, with its first variant.
WptResult runWptText(Page& page, const WptFiles& files, const std::string& text, std::chrono::milliseconds deadline);

}  // namespace conform
