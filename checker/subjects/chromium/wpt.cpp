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

/// The page that starts the worker and tells its results, and the worker.
std::string workerHtmlFor(const std::string& workerPath) {
  return "<!doctype html><meta charset=utf-8>\n"
         "<script src=\"/resources/testharness.js\"></script>\n"
         "<script src=\"/resources/testharnessreport.js\"></script>\n"
         "<div id=log></div>\n<script>fetch_tests_from_worker(new Worker(\"" +
         workerPath + "\" + location.search));</script>\n";
}
std::string workerFor(const std::string& testPath, const std::string& text) {
  std::string script =
      "self.GLOBAL = {isWindow: () => false, isWorker: () => true, isShadowRealm: () => false};\n"
      "importScripts('/resources/testharness.js');\n";
  std::vector<std::string> imported = metaOf(text, "script");
  imported.push_back(testPath);
  for (const std::string& one : imported) script += "importScripts(" + Json(one).dump() + ");\n";
  return script + "done();\n";
}

std::vector<WptVariant> variantsOf(const std::string& text) {
  std::vector<WptVariant::Global> globals;
  for (const std::string& list : metaOf(text, "global")) {
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');) {
      if (name == "window") globals.push_back(WptVariant::Global::Window);
      if (name == "dedicatedworker" || name == "worker") globals.push_back(WptVariant::Global::DedicatedWorker);
    }
  }
  // What the web-platform-tests take where nothing is said are both; where nothing that we know is said, a window.
  if (globals.empty()) globals.push_back(WptVariant::Global::Window);
  if (metaOf(text, "global").empty()) globals.push_back(WptVariant::Global::DedicatedWorker);
  std::vector<std::string> queries = metaOf(text, "variant");
  if (queries.empty()) queries.emplace_back();
  std::vector<WptVariant> variants;
  for (const WptVariant::Global global : globals) {
    for (const std::string& query : queries) variants.push_back({global, query});
  }
  return variants;
}

WptResult run(Page& page, const WptFiles& files, const std::string& testPath, const std::string& text,
              const WptVariant& variant, std::chrono::milliseconds deadline) {
  const bool isWorker = variant.global == WptVariant::Global::DedicatedWorker;
  const std::string stem = testPath.substr(0, testPath.size() - std::string_view("js").size());
  const std::string htmlPath = stem + (isWorker ? "worker.html" : "html"), workerPath = stem + "worker.js";
  WptResult result{htmlPath + variant.query, false, "", {}};

  const auto serve = [&](const std::string& path) -> std::optional<Page::File> {
    if (path == htmlPath)
      return Page::File{"text/html", isWorker ? workerHtmlFor(workerPath) : htmlFor(testPath, text)};
    if (isWorker && path == workerPath) return Page::File{"text/javascript", workerFor(testPath, text)};
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

std::vector<WptVariant> wptVariants(const WptFiles& files, const std::string& test) {
  std::vector<WptVariant> variants = variantsOf(readFile(files.root / test).value_or(""));
  // The name says which globals a file is for, where it is not for any.
  if (!test.ends_with(".any.js"))
    std::erase_if(variants, [](const WptVariant& one) { return one.global != WptVariant::Global::Window; });
  return variants;
}

WptResult runWpt(Page& page, const WptFiles& files, const std::string& test, const WptVariant& variant,
                 std::chrono::milliseconds deadline) {
  const auto text = readFile(files.root / test);
  if (!text) return {"/" + test, false, "the file cannot be read", {}};
  return run(page, files, "/" + test, *text, variant, deadline);
}

WptResult runWptText(Page& page, const WptFiles& files, const std::string& text, std::chrono::milliseconds deadline) {
  const WptVariant first{WptVariant::Global::Window, variantsOf(text).front().query};
  return run(page, files, "/webnn/conformance_tests/exported.https.any.js", text, first, deadline);
}

}  // namespace conform
