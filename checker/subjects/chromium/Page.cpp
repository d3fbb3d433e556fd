#include "checker/subjects/chromium/Page.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <variant>

#include "checker/subjects/base64.hpp"
#include "checker/subjects/chromium/deviceTrace.hpp"
#include "checker/subjects/chromium/scripts.hpp"
#include "checker/subjects/process/children.hpp"
#include "checker/subjects/steps.hpp"

namespace conform {
namespace {

using Json = DevTools::Json;
using namespace std::chrono_literals;

constexpr const char* origin = "https://webnn-conform.test/";
/// How long the device may go on behind the last thing that script sees, where it is traced.
constexpr std::chrono::milliseconds timeForDevice{60};
constexpr const char* emptyDocument = "<!doctype html><title>webnn-conform</title><body></body>";

std::vector<std::string> commandFor(const std::filesystem::path& browser, const std::filesystem::path& profile) {
  return {
      browser.string(),
      "--no-sandbox",  // The package's browser has no sandbox helper, and root may not use one.
      "--headless",
      "--enable-features=WebMachineLearningNeuralNetwork",
      "--user-data-dir=" + profile.string(),
      "--remote-debugging-pipe",
      "--disable-gpu-process-crash-limit",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-quic",
  };
}

std::string base64(std::string_view text) {
  return encodeBase64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

bool spoilsThePage(const Scenario& scenario) {
  bool spoils = false;
  const auto look = [&](const Step& step) {
    spoils = spoils || std::holds_alternative<Pollute>(step.what) || std::holds_alternative<DocumentGone>(step.what);
  };
  forEachStep(scenario.setup, look);
  forEachStep(scenario.script, look);
  for (const auto& [name, steps] : scenario.tasks) forEachStep(steps, look);
  return spoils;
}

bool isRisky(const Scenario& scenario) {
  return std::find(scenario.tags.begin(), scenario.tags.end(), "risky") != scenario.tags.end();
}

}  // namespace

Page::~Page() {
  close();
}

void Page::close() {
  tools_.reset();
  if (!profile_.empty()) {
    removeFolder(profile_);
    profile_.clear();
  }
  session_.clear();
}

void Page::open() {
  if (tools_) return;
  std::string name = (std::filesystem::temp_directory_path() / "webnn-conform-XXXXXX").string();
  if (!mkdtemp(name.data())) throw BrowserError("no folder for the browser's profile can be made");
  profile_ = name;
  watchFolder(profile_);
  try {
    tools_ = std::make_unique<DevTools>(commandFor(browser_, profile_),
                                        [this](const std::string& method, const Json& parameters,
                                               const std::string& session) { hearEvent(method, parameters, session); });
    const Json version = tools_->call("Browser.getVersion", Json::object(), "", soon());
    version_ = version.value("product", "Chromium");
    if (const auto slash = version_.find('/'); slash != std::string::npos)
      version_ = "Chromium " + version_.substr(slash + 1);
    Json parameters{{"url", "about:blank"}};
    const Json target = tools_->call("Target.createTarget", parameters, "", soon());
    parameters = Json{{"targetId", target.at("targetId")}, {"flatten", true}};
    session_ = tools_->call("Target.attachToTarget", parameters, "", soon()).at("sessionId").get<std::string>();
    const Json pattern{{"urlPattern", "https://*"}};
    for (const auto& [method, value] : {std::pair<const char*, Json>{"Page.enable", Json::object()},
                                        {"Runtime.enable", Json::object()},
                                        {"Inspector.enable", Json::object()},
                                        {"Fetch.enable", Json{{"patterns", Json::array({pattern})}}},
                                        {"Runtime.addBinding", Json{{"name", "webnnConformEmit"}}}}) {
      tools_->call(method, value, session_, soon());
    }
    load();
    if (version_ != openedAs_) probe();
    openedAs_ = version_;
  } catch (const std::system_error& error) {
    close();
    throw BrowserError(error.what());
  } catch (const nlohmann::json::exception& error) {
    close();
    throw BrowserError(std::string("the browser gave an answer that was not expected: ") + error.what());
  } catch (...) {
    close();
    throw;
  }
}

void Page::load() {
  loaded_ = false;
  tools_->call("Page.navigate", Json{{"url", origin}}, session_, soon());
  if (!tools_->pumpUntil([this] { return loaded_; }, soon())) throw BrowserError("the page did not load");
  evaluate(std::string(driverScript()), false);
  evaluate(std::string(pageScript()), false);
  mustReload_ = false;
}

Json Page::evaluate(const std::string& script, bool awaitPromise) {
  const Json parameters{{"expression", script}, {"awaitPromise", awaitPromise}, {"returnByValue", true}};
  const Json answer = tools_->call("Runtime.evaluate", parameters, session_, soon());
  if (const auto thrown = answer.find("exceptionDetails"); thrown != answer.end()) {
    const Json exception = thrown->value("exception", Json::object());
    throw BrowserError("the page threw: " + exception.value("description", thrown->value("text", "an exception")));
  }
  return answer.value("result", Json::object()).value("value", Json());
}

/// Asks the browser what it has, so that what it lacks is not called wrong.
void Page::probe() {
  if (!evaluate("webnnConform.hasWebNN", false).get<bool>()) {
    throw BrowserError(version_ + " has no WebNN");
  }
  const Json answer = evaluate("webnnConform.probe()", true);
  if (const auto failure = answer.find("failure"); failure != answer.end()) {
    throw BrowserError(version_ + ": createContext: " + failure->get<std::string>());
  }
  limits_ = OpSupportLimits(answer.value("opSupportLimits", Json::object()).dump());
  capabilities_ = {};
  capabilities_.permissionsPolicy = true;
  capabilities_.documentGone = true;
  capabilities_.constantTensors = answer.value("constantTensors", false);
  // Up to 149 WebNN lives in the GPU process, which can be made to crash.
  const int major = std::atoi(version_.c_str() + std::string("Chromium ").size());
  capabilities_.contextLossAnytime = major > 0 && major <= 149;
}

void Page::answerRequest(const Json& parameters, const std::string& session) {
  std::string path = parameters.value("request", Json::object()).value("url", "");
  if (path.starts_with(origin)) path.erase(0, std::string_view(origin).size() - 1);
  path.erase(std::min(path.find_first_of("?#"), path.size()));
  const std::optional<File> file = files_ ? files_(path) : File{"text/html", emptyDocument};

  const auto header = [](const char* name, const std::string& value) { return Json{{"name", name}, {"value", value}}; };
  const Json headers = Json::array({header("Content-Type", file ? file->contentType : "text/plain"),
                                    header("Cross-Origin-Opener-Policy", "same-origin"),
                                    header("Cross-Origin-Embedder-Policy", "require-corp")});
  tools_->send("Fetch.fulfillRequest",
               Json{{"requestId", parameters.value("requestId", "")},
                    {"responseCode", file ? 200 : 404},
                    {"responseHeaders", headers},
                    {"body", base64(file ? file->body : "there is no such file")}},
               session);
}

void Page::hearEvent(const std::string& method, const Json& parameters, const std::string& session) {
  if (method == "Fetch.requestPaused") return answerRequest(parameters, session);
  if (method == "Tracing.dataCollected") {
    for (const Json& event : parameters.value("value", Json::array())) trace_.push_back(event);
  } else if (method == "Tracing.tracingComplete") {
    traced_ = true;
  }
  if (session != session_ && method != "Target.detachedFromTarget") return;
  if (method == "Page.loadEventFired") {
    loaded_ = true;
  } else if (method == "Inspector.targetCrashed") {
    tools_->fail("the page crashed");
  } else if (method == "Target.detachedFromTarget" && parameters.value("sessionId", "") == session_) {
    tools_->fail("the page is gone");
  } else if (method == "Runtime.bindingCalled" && visitor_) {
    visitor_(parameters.value("payload", ""));
  } else if (method == "Runtime.bindingCalled" && reader_ != nullptr) {
    const std::string message = parameters.value("payload", "");
    // A message of an earlier run may come late: it is none of this one's.
    const Json fields = Json::parse(message, nullptr, false);
    if (!fields.is_object() || fields.value("id", std::uint64_t{0}) != runId_) return;
    if (fields.value("message", "") == "loseContexts") {
      crashAsked_ = true;
      tools_->send("Browser.crashGpuProcess", Json::object(), "");
    } else if (reader_->hear(message)) {
      ended_ = true;
    }
  }
}

SubjectRun Page::run(const Scenario& scenario, const RunOptions& options) {
  RunReader reader(scenario);
  try {
    if (isRisky(scenario)) close();  // A process of its own.
    open();
    auto lacking = whatIsLacking(scenario, capabilities_);
    if (!lacking) lacking = limits_.whatIsLacking(scenario);
    if (lacking) {
      reader.run().status = SubjectRun::Status::Unsupported;
      reader.run().reason = version_ + ": " + *lacking;
      return std::move(reader.run());
    }
    if (mustReload_) load();
    if (crashAsked_) recover();
    const bool tracing = options.deviceLevel && startTrace(reader.run().device);
    SubjectRun run = runInPage(scenario, options, reader);
    if (tracing) endTrace(run);
    mustReload_ = mustReload_ || spoilsThePage(scenario);
    if (isRisky(scenario)) close();
    return run;
  } catch (const BrowserError& error) {
    reader_ = nullptr;
    close();
    return reader.broken(error.what());
  } catch (const ProtocolError& error) {
    reader_ = nullptr;
    close();
    return reader.broken(error.what());
  }
}

bool Page::startTrace(DeviceTold& told) {
  trace_ = Json::array();
  try {
    tools_->call("Tracing.start", deviceTraceConfig(), "", soon());
    return true;
  } catch (const BrowserError& error) {
    told.lacking = std::string("the browser gives no trace: ") + error.what();
    return false;
  }
}

void Page::endTrace(SubjectRun& run) {
  if (!tools_) {  // It broke, and was closed.
    run.device.lacking = "the browser was closed before its trace was read";
    return;
  }
  traced_ = false;
  tools_->call("Tracing.end", Json::object(), "", soon());
  if (!tools_->pumpUntil([this] { return traced_; }, soon())) throw BrowserError("the browser did not end its trace");
  DeviceTrace trace = readDeviceTrace(std::exchange(trace_, Json::array()));
  run.device = std::move(trace.told);
  for (Observation& event : trace.events) run.observations.push_back(std::move(event));
}

SubjectRun Page::runInPage(const Scenario& scenario, const RunOptions& options, RunReader& reader) {
  reader_ = &reader;
  ended_ = false;
  ++runId_;
  Json settings{{"seed", options.seed}, {"quiet", options.quiet.count()}};
  if (options.deviceLevel) settings["trace"] = std::chrono::milliseconds(timeForDevice).count();
  // By way of JSON.parse: as an expression, a key "__proto__" would mean something else.
  const std::string text = Json(portableJson(scenario.json)).dump(-1, ' ', true, Json::error_handler_t::replace);
  const std::string script =
      "webnnConform.run(" + std::to_string(runId_) + ",JSON.parse(" + text + ")," + settings.dump() + ")";
  tools_->send("Runtime.evaluate", Json{{"expression", script}}, session_);
  const bool ended = tools_->pumpUntil([this] { return ended_; }, DevTools::Clock::now() + options.deadline);
  reader_ = nullptr;
  if (ended) return std::move(reader.run());

  stop();
  return reader.broken("it did not end within " + std::to_string(options.deadline.count()) + " ms");
}

void Page::visit(const std::string& path, Files files, const std::function<bool(const std::string&)>& hear,
                 std::chrono::milliseconds deadline) {
  open();
  mustReload_ = true;
  bool ended = false;
  files_ = std::move(files);
  visitor_ = [&](const std::string& message) { ended = ended || hear(message); };
  const auto leave = [this] {
    files_ = nullptr;
    visitor_ = nullptr;
  };
  try {
    tools_->call("Page.navigate", Json{{"url", origin + path.substr(path.starts_with('/') ? 1 : 0)}}, session_, soon());
    if (!tools_->pumpUntil([&] { return ended; }, DevTools::Clock::now() + deadline)) {
      throw BrowserError("it did not end within " + std::to_string(deadline.count()) + " ms");
    }
  } catch (...) {
    leave();
    close();
    throw;
  }
  leave();
}

void Page::recover() {
  const auto end = DevTools::Clock::now() + 5s;
  const char* works = "navigator.ml.createContext().then(c => { c.destroy?.(); return true; }, () => false)";
  while (evaluate(works, true) != true && DevTools::Clock::now() < end) {
    tools_->pumpUntil([] { return false; }, DevTools::Clock::now() + 20ms);
  }
  crashAsked_ = false;
}

void Page::stop() {
  // A loop in the page answers nothing but this.
  try {
    tools_->call("Runtime.terminateExecution", Json::object(), session_, DevTools::Clock::now() + 2s);
    load();
  } catch (const BrowserError&) {
    close();
  }
}

}  // namespace conform
