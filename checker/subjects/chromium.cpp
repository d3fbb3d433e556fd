// A real browser: Chromium with WebNN, driven over DevTools (docs/chromium.md). Several scenarios at once run in
// several browsers, so that none can disturb another.

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "checker/subjects/Subject.hpp"
#include "checker/subjects/chromium/Page.hpp"

namespace conform {
namespace {

constexpr const char* defaultVersion = "153";

std::filesystem::path cacheFolder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  if (const auto own = variable("WEBNN_CONFORM_CACHE"); !own.empty()) return own;
  if (const auto users = variable("XDG_CACHE_HOME"); !users.empty()) return users / "webnn-conform";
  return variable("HOME") / ".cache" / "webnn-conform";
}

std::filesystem::path findBrowser(std::string_view argument) {
  if (argument.find('/') != std::string_view::npos) {
    const std::filesystem::path path(argument);
    if (access(path.c_str(), X_OK) == 0) return path;
    throw SubjectError(SubjectError::Why::NotStarted, "there is no browser that can be run at " + path.string());
  }
  const std::string wanted(argument.empty() ? defaultVersion : argument);
  if (wanted.find_first_not_of("0123456789.") != std::string::npos) {
    throw SubjectError(SubjectError::Why::Usage,
                       "\"chromium:" + wanted + "\": after the colon comes a version (153) or a path");
  }
  const std::string major = wanted.substr(0, wanted.find('.'));
  const auto path = cacheFolder() / ("chromium-" + major) / "headless_shell";
  if (access(path.c_str(), X_OK) == 0) return path;
  throw SubjectError(SubjectError::Why::NotStarted, "Chromium " + wanted + " is not in the cache (" + path.string() +
                                                        "): run tools/fetch-chromium " + wanted);
}

class Chromium : public Subject {
 public:
  explicit Chromium(std::string_view argument)
      : name_(argument.empty() ? "chromium" : "chromium:" + std::string(argument)), browser_(findBrowser(argument)) {
    auto first = std::make_unique<Page>(browser_);
    try {
      first->open();
    } catch (const BrowserError& error) {
      throw SubjectError(SubjectError::Why::NotStarted, browser_.string() + ": " + error.what());
    }
    version_ = first->version();
    idle_.push_back(std::move(first));
  }

  std::string name() const override { return name_; }
  std::string version() const override { return version_; }
  bool isParallel() const override { return true; }

  SubjectRun run(const Scenario& scenario, const RunOptions& options) override {
    std::unique_ptr<Page> page = take();
    SubjectRun run = page->run(scenario, options);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(page));
    return run;
  }

 private:
  std::unique_ptr<Page> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<Page>(browser_);
    std::unique_ptr<Page> page = std::move(idle_.back());
    idle_.pop_back();
    return page;
  }

  const std::string name_;
  const std::filesystem::path browser_;
  std::string version_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Page>> idle_;
};

}  // namespace

extern const SubjectKind chromiumSubject;
const SubjectKind chromiumSubject{
    "chromium",
    "a real Chromium with WebNN (tools/fetch-chromium brings one)",
    "VERSION|PATH",
    [](std::string_view argument) -> std::unique_ptr<Subject> { return std::make_unique<Chromium>(argument); },
};

}  // namespace conform
