// One browser with one page that runs scenarios: started on demand, and started again after it broke.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "checker/subjects/Capabilities.hpp"
#include "checker/subjects/OpSupportLimits.hpp"
#include "checker/subjects/Subject.hpp"
#include "checker/subjects/chromium/DevTools.hpp"
#include "checker/subjects/protocol.hpp"

namespace conform {

class Page {
 public:
  explicit Page(std::filesystem::path browser) : browser_(std::move(browser)) {}
  ~Page();
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  /// Starts the browser where none runs. Throws BrowserError.
  void open();

  SubjectRun run(const Scenario& scenario, const RunOptions& options);

  /// A file of the page's made-up origin; nothing: there is none.
  struct File {
    std::string contentType, body;
  };
  using Files = std::function<std::optional<File>(const std::string& path)>;

  /// Opens another page of the origin, whose files `files` gives, and hands over what it sends through the function
  /// webnnConformEmit(text) until `hear` says that this was the last. Throws BrowserError, also at the deadline.
  void visit(const std::string& path, Files files, const std::function<bool(const std::string&)>& hear,
             std::chrono::milliseconds deadline);

  /// "Chromium 153.0.8010.0"; of a page that was opened.
  const std::string& version() const { return version_; }
  const Capabilities& capabilities() const { return capabilities_; }

 private:
  using Json = DevTools::Json;

  void hearEvent(const std::string& method, const Json& parameters, const std::string& session);
  void answerRequest(const Json& parameters, const std::string& session);
  void load();
  void probe();
  Json evaluate(const std::string& script, bool awaitPromise);
  /// The browser's own trace of its device, from here on. False: there is none, and `told` says why.
  bool startTrace(DeviceTold& told);
  void endTrace(SubjectRun& run);
  SubjectRun runInPage(const Scenario& scenario, const RunOptions& options, RunReader& reader);
  /// Waits until there are contexts again, after a crash that was asked for.
  void recover();
  /// Ends what the page is doing, as gently as works; the browser is closed where nothing else does.
  void stop();
  void close();
  DevTools::Clock::time_point soon() const { return DevTools::Clock::now() + std::chrono::seconds(20); }

  std::filesystem::path browser_, profile_;
  std::unique_ptr<DevTools> tools_;
  std::string session_, version_, openedAs_;
  Capabilities capabilities_;
  OpSupportLimits limits_;
  bool loaded_ = false, mustReload_ = false;
  std::uint64_t runId_ = 0;
  RunReader* reader_ = nullptr;  ///< Of the run that is under way.
  Files files_;                  ///< Of a visited page; else every page is an empty document.
  std::function<void(const std::string&)> visitor_;
  bool ended_ = false, crashAsked_ = false;
  Json trace_;  ///< Events that came so far.
  bool traced_ = false;
};

}  // namespace conform
