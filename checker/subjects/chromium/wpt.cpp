#include "checker/subjects/chromium/wpt.hpp"

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

namespace conform {
namespace {

using Json = nlohmann::json;

/// What the page does behind the harness: tells every result as it comes, so that a hang loses none.
constexpr const char* reporter = R"(
add_result_callback(test => webnnConformEmit(JSON.stringify(
    {kind: 'result', name: test.name, status: test.status, message: test.message || ''})));
add_completion_callback((tests, status) => webnnConformEmit(JSON.stringify(
    {kind: 'end', status: status.status, message: status.message || ''})));
)";

/// utils.js of the web-platform-tests' webnn folder, as far as exported tests use it, where there is no checkout.
constexpr const char* ownUtilities = "const contextOptions = {};\n";

std::optional<std::string> readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::vector<std::string> metaOf(const std::string& text, const std::string& key) {
  std::vector<std::string> values;
  std::istringstream lines(text);
  const std::string prefix = "// META: " + key + "=";
  for (std::string line; std::getline(lines, line) && (line.empty() || line.starts_with("//"));) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.starts_with(prefix)) values.push_back(line.substr(prefix.size()));
  }
  return values;
}

std::string htmlFor(const std::string& testPath, const std::string& text) {
  std::string html = "<!doctype html><meta charset=utf-8>\n";
  const std::vector<std::string> timeout = metaOf(text, "timeout");
  if (!timeout.empty() && timeout.front() == "long") html += "<meta name=timeout content=long>\n";
  html +=
      "<script>self.GLOBAL = {isWindow: () => true, isWorker: () => false, isShadowRealm: () => false};</script>\n"
      "<script src=\"/resources/testharness.js\"></script>\n"
      "<script src=\"/resources/testharnessreport.js\"></script>\n";
  for (const std::string& script : metaOf(text, "script")) {
    // Only letters of a path: nothing that could end the attribute.
    if (script.find_first_of("\"<>&") == std::string::npos) html += "<script src=\"" + script + "\"></script>\n";
  }
  return html + "<div id=log></div>\n<script src=\"" + testPath + "\"></script>\n";
}

WptResult run(Page& page, const WptFiles& files, const std::string& testPath, const std::string& text,
              std::chrono::milliseconds deadline) {
  const std::string htmlPath = testPath.substr(0, testPath.size() - 2) + "html";
  const std::vector<std::string> variants = metaOf(text, "variant");
  WptResult result{htmlPath + (variants.empty() ? "" : variants.front()), false, "", {}};

  const auto serve = [&](const std::string& path) -> std::optional<Page::File> {
    if (path == htmlPath) return Page::File{"text/html", htmlFor(testPath, text)};
    if (path == testPath) return Page::File{"text/javascript", text};
    if (path == "/resources/testharnessreport.js") return Page::File{"text/javascript", reporter};
    if (path == "/resources/testharness.js") {
      if (auto harness = readFile(files.harness)) return Page::File{"text/javascript", *harness};
      return std::nullopt;
    }
    if (!files.root.empty()) {
      // Nothing outside of the checkout.
      const auto relative = std::filesystem::path(path).lexically_normal().relative_path();
      if (!relative.empty() && *relative.begin() != "..") {
        if (auto content = readFile(files.root / relative)) return Page::File{"text/javascript", *content};
      }
    }
    if (path.ends_with("/utils.js")) return Page::File{"text/javascript", ownUtilities};
    return std::nullopt;
  };
  const auto hear = [&](const std::string& message) {
    const Json told = Json::parse(message, nullptr, false);
    if (!told.is_object()) return false;
    const int status = told.value("status", -1);
    if (told.value("kind", "") == "end") {
      result.ok = status == 0;
      result.message = told.value("message", "");
      return true;
    }
    const auto known = static_cast<WptSubtest::Status>(status >= 0 && status <= 4 ? status : 3);
    result.subtests.push_back({told.value("name", ""), known, told.value("message", "")});
    return false;
  };
  try {
    page.visit(result.test, serve, hear, deadline);
  } catch (const BrowserError& error) {
    result.message = error.what();
  }
  return result;
}

}  // namespace

std::string_view nameOf(WptSubtest::Status status) {
  constexpr std::array<std::string_view, 5> names{"PASS", "FAIL", "TIMEOUT", "NOTRUN", "PRECONDITION_FAILED"};
  return names[static_cast<std::size_t>(status)];
}

WptResult runWpt(Page& page, const WptFiles& files, const std::string& test, std::chrono::milliseconds deadline) {
  const auto text = readFile(files.root / test);
  if (!text) return {"/" + test, false, "the file cannot be read", {}};
  return run(page, files, "/" + test, *text, deadline);
}

WptResult runWptText(Page& page, const WptFiles& files, const std::string& text, std::chrono::milliseconds deadline) {
  return run(page, files, "/webnn/conformance_tests/exported.https.any.js", text, deadline);
}

}  // namespace conform
