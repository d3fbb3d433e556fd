// The browser subject: a real Chromium 153 does what it was seen to do before, and no crash, hang or kill loses a run.
// Without the browser in the cache (tools/fetch-chromium) the program says so and exits with 77: skipped.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "checker/subjects/Subject.hpp"
#include "tests/subjects/catalogue.hpp"

namespace conform::tests {
namespace {

std::unique_ptr<Subject> browser;

/// Of the main thread and of all others.
std::vector<pid_t> allChildren() {
  std::vector<pid_t> found;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream list(task.path() / "children");
    for (pid_t child; list >> child;) found.push_back(child);
  }
  return found;
}

Scenario reading(const std::string& id) {
  Scenario scenario;
  scenario.id = id;
  scenario.json = R"({"setup": [{"call": "createContext", "as": "c"}, {"call": "createTensor", "on": "c", "as": "t",
      "descriptor": {"dataType": "float32", "shape": [1], "readable": true}}],
      "script": [{"call": "readTensor", "on": "c", "tensor": "t", "as": "r"}]})";
  CreateTensor create;
  create.as = "t";
  create.descriptor.dataType = "float32";
  ReadTensor read;
  read.tensor = Reference{"t"};
  read.as = "r";
  scenario.setup = {{create, {}}};
  scenario.script = {{read, {}}};
  return scenario;
}

TEST_CASE("Chromium 153 does what it was seen to do") {
  const auto cases = readCatalogue();
  if (!cases) {
    MESSAGE("skipped: there is no ../shared/timeline/catalogue.json");
    return;
  }
  const auto observed = readObserved();
  std::size_t compared = 0, unsupported = 0;
  for (const Case& one : *cases) {
    // A browser picks orders by chance: one of a few runs shows what was seen then.
    const auto known = observed.find(one.scenario.id);
    std::string seen;
    bool agrees = false, isUnsupported = false;
    for (std::uint64_t seed = 1; seed <= 8 && !agrees && !isUnsupported; ++seed) {
      const SubjectRun run = browser->run(one.scenario, {.seed = seed, .quiet = std::chrono::milliseconds(200)});
      INFO(one.scenario.id, ": ", run.reason);
      REQUIRE(run.status != SubjectRun::Status::Broken);
      isUnsupported = run.status == SubjectRun::Status::Unsupported;
      seen = textOf(run.observations);
      agrees = known == observed.end() ||
               std::any_of(known->second.begin(), known->second.end(),
                           [&](const Case& before) { return contradiction(before, run.observations).empty(); });
    }
    INFO(one.scenario.id, ": ", seen);
    CHECK((agrees || isUnsupported));
    compared += agrees && known != observed.end();
    unsupported += isUnsupported;
  }
  MESSAGE(compared, " cases compared, ", unsupported, " unsupported");
  CHECK(compared >= 200);
}

TEST_CASE("the browser's trace tells what its device did for the scenario, and only that") {
  const SubjectRun run = browser->run(reading("traced"), {.deviceLevel = true});
  REQUIRE(run.status == SubjectRun::Status::Ran);
  CHECK(run.device.lacking == "");
  CHECK(run.device.kinds == std::vector<std::string>{"done:read", "done:write", "done:dispatch"});
  std::vector<std::string> device;
  for (const Observation& one : run.observations) {
    if (one.kind == Observation::Kind::Device) device.push_back(one.name);
  }
  CHECK(device == std::vector<std::string>{"done:read(r)"});
  CHECK(browser->run(reading("not traced"), {}).observations.size() == 1);
}

TEST_CASE("a browser that hangs is broken after the deadline, and the next scenario gets a new one") {
  for (const pid_t child : allChildren()) kill(child, SIGSTOP);
  const SubjectRun run = browser->run(reading("hangs"), {.deadline = std::chrono::milliseconds(300)});
  CHECK(run.status == SubjectRun::Status::Broken);
  CHECK(browser->run(reading("after"), {}).status == SubjectRun::Status::Ran);
}

TEST_CASE("browsers that are killed at random moments lose no run, hang nothing and leave no process behind") {
  std::atomic<bool> stop = false;
  std::atomic<int> kills = 0;
  std::thread killer([&] {
    std::mt19937 random(7);
    while (!stop) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20 + random() % 150));
      for (const pid_t child : allChildren()) {
        if (stop || random() % 2 != 0) continue;
        kill(child, SIGKILL);
        ++kills;
      }
    }
  });
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(8);
  int ran = 0, broken = 0;
  for (int i = 0; i < 1000 && std::chrono::steady_clock::now() < end; ++i) {
    const SubjectRun run = browser->run(reading("kill-" + std::to_string(i)), {});
    if (run.status == SubjectRun::Status::Ran) {
      ++ran;
      CHECK(run.observations.size() == 1);
    } else {
      ++broken;
      CHECK(run.status == SubjectRun::Status::Broken);
      CHECK(run.reason != "");
    }
  }
  stop = true;
  killer.join();
  MESSAGE(ran, " ran, ", broken, " broken, ", kills.load(), " kills");
  CHECK(kills > 0);
  CHECK(broken > 0);
  CHECK(browser->run(reading("afterwards"), {}).status == SubjectRun::Status::Ran);
}

TEST_CASE("a thousand scenarios run in one browser") {
  const std::set<pid_t> before = [] {
    const auto list = allChildren();
    return std::set<pid_t>(list.begin(), list.end());
  }();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 1000; ++i) {
    const SubjectRun run = browser->run(reading("many-" + std::to_string(i)), {});
    REQUIRE(run.status == SubjectRun::Status::Ran);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  MESSAGE(static_cast<int>(1000 / seconds.count()), " scenarios/s");
  const auto after = allChildren();
  CHECK(std::set<pid_t>(after.begin(), after.end()) == before);
}

}  // namespace
}  // namespace conform::tests

int main(int argc, char** argv) {
  using namespace conform;
  for (const SubjectKind* kind : subjectKinds()) {
    if (kind->name != "chromium") continue;
    try {
      tests::browser = kind->make("153");
    } catch (const SubjectError& error) {
      std::printf("skipped: %s\n", error.what());
      return 77;
    }
  }
  doctest::Context context(argc, argv);
  const int status = context.run();
  tests::browser.reset();
  if (!tests::allChildren().empty()) {
    std::printf("a browser was left behind\n");
    return 1;
  }
  return status;
}
