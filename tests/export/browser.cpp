// Exported tests in a real browser, through the unmodified testharness.js: they must say of it what our own run says.
// Without browser or harness in the cache (tools/fetch-chromium, tools/fetch-testharness): skipped, exit status 77.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "checker/compare/observe.hpp"
#include "checker/export/wpt.hpp"
#include "checker/scenario/load.hpp"
#include "checker/subjects/Subject.hpp"
#include "checker/subjects/chromium/Page.hpp"
#include "checker/subjects/chromium/locate.hpp"
#include "checker/subjects/chromium/wpt.hpp"

namespace conform::tests {
namespace {

using namespace std::chrono_literals;

std::unique_ptr<Page> page;
std::filesystem::path harness;

struct Exported {
  Scenario scenario;
  WptTest test;
};

/// Of the shipped timeline scenarios, those in which one run only is allowed, whatever the order of the timelines.
std::vector<Exported> decidedScenarios() {
  std::vector<Exported> all;
  for (const char* folder : {"thread", "spec", "regressions"}) {
    for (const std::string& file : scenarioFilesIn(WEBNN_CONFORM_SOURCE "/scenarios/" + std::string(folder))) {
      for (const Scenario& scenario : loadFile(file).scenarios) {
        const auto runs = portableRuns(scenario, parseSemantics("draft"));
        if (std::holds_alternative<NotExportable>(runs)) continue;
        const auto test = wptTest(scenario, std::get<AllowedRuns>(runs));
        const auto* written = std::get_if<WptTest>(&test);
        if (written != nullptr && written->isDecided) all.push_back({scenario, *written});
      }
    }
  }
  return all;
}

enum class Seen : std::uint8_t { Conforms, Diverges, Unsupported, Broken };

Seen ownRun(const Scenario& scenario) {
  const SubjectRun run = page->run(scenario, {.quiet = 200ms});
  if (run.status == SubjectRun::Status::Unsupported) return Seen::Unsupported;
  if (run.status == SubjectRun::Status::Broken) return Seen::Broken;
  const auto outcomes = allowedOutcomes(scenario, parseSemantics("draft"), {});
  return followObserved(std::get<AllowedOutcomes>(outcomes), run.observations).accepted ? Seen::Conforms
                                                                                        : Seen::Diverges;
}

/// By id. A test under which the page dies is Broken, and those behind it get a new page.
std::map<std::string, Seen> testRuns(const std::vector<Exported>& scenarios) {
  std::map<std::string, Seen> seen;
  for (std::size_t first = 0; first < scenarios.size();) {
    std::vector<WptTest> tests;
    for (std::size_t i = first; i < scenarios.size(); ++i) tests.push_back(scenarios[i].test);
    const WptResult result = runWptText(*page, {"", harness}, wptFile("exported", "draft", tests), 120s);
    for (const WptSubtest& subtest : result.subtests) {
      const std::string& id = scenarios[first++].scenario.id;
      CHECK(subtest.name.substr(0, subtest.name.find(':')) == id);
      seen[id] = subtest.status == WptSubtest::Status::Pass ? Seen::Conforms : Seen::Diverges;
    }
    if (first == scenarios.size()) break;
    CHECK(!result.ok);
    seen[scenarios[first++].scenario.id] = Seen::Broken;
  }
  return seen;
}

TEST_CASE("the exported test of each deterministic scenario gives the verdict of our own run") {
  const std::vector<Exported> scenarios = decidedScenarios();
  const auto tested = testRuns(scenarios);
  std::map<Seen, std::size_t> counts;
  for (const Exported& one : scenarios) {
    Seen test = tested.at(one.scenario.id), own = ownRun(one.scenario);
    // The draft decides the order, the browser need not: then both must be able to say the same.
    for (int again = 0; again < 8 && own != Seen::Unsupported && own != test; ++again) {
      own = ownRun(one.scenario);
      test = testRuns({one}).at(one.scenario.id);
    }
    INFO(one.scenario.id, ": the test says ", static_cast<int>(test), ", our own run ", static_cast<int>(own));
    CHECK((own == test || own == Seen::Unsupported));
    ++counts[own];
  }
  MESSAGE(scenarios.size(), " deterministic scenarios, same verdicts: ", counts[Seen::Conforms], " conform and pass, ",
          counts[Seen::Diverges], " diverge and fail, ", counts[Seen::Broken], " break the page in both; ",
          counts[Seen::Unsupported], " not supported by the browser");
  CHECK(counts[Seen::Conforms] >= 100);
  CHECK(counts[Seen::Diverges] >= 10);
}

}  // namespace
}  // namespace conform::tests

int main(int argc, char** argv) {
  using namespace conform;
  try {
    tests::harness = findTestharness();
    tests::page = std::make_unique<Page>(findBrowser("153"));
    tests::page->open();
  } catch (const std::exception& error) {
    std::printf("skipped: %s\n", error.what());
    return 77;
  }
  doctest::Context context(argc, argv);
  const int status = context.run();
  tests::page.reset();
  return status;
}
