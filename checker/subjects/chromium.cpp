// A real browser: Chromium with WebNN, driven over DevTools (docs/chromium.md). Several scenarios at once run in
// several browsers, so that none can disturb another.

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "checker/subjects/Subject.hpp"
#include "checker/subjects/chromium/Page.hpp"
#include "checker/subjects/chromium/locate.hpp"

namespace conform {
namespace {

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
