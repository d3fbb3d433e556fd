// The device's own order, as a browser's trace tells it, against the model's device.
#include "checker/compare/deviceOrder.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "checker/compare/check.hpp"
#include "checker/subjects/chromium/deviceTrace.hpp"
#include "tests/compare/given.hpp"

namespace conform::tests {
namespace {

DeviceTrace stored(const std::string& name) {
  std::ifstream in(std::string{TRACES_DIRECTORY} + "/" + name + ".json");
  REQUIRE(in);
  return readDeviceTrace(nlohmann::json::parse(in));
}

/// A subject of which script sees what is allowed, and the device did what the trace says.
class Traced final : public Subject {
 public:
  explicit Traced(DeviceTrace trace) : trace_(std::move(trace)) {}
  std::string name() const override { return "traced"; }
  std::string version() const override { return "traced 1"; }
  SubjectRun run(const Scenario&, const RunOptions& options) override {
    CHECK(options.deviceLevel);
    SubjectRun run;
    const std::vector<std::uint8_t> bytes{0, 0, 128, 63, 0, 0, 0, 64};  // 1 and 2.
    run.observations = {{Observation::Kind::Called, "w", Outcome::returns(Undefined{})},
                        {Observation::Kind::Settled, "r", Outcome::resolved(Contents{DataType::float32, bytes})}};
    run.observations.insert(run.observations.end(), trace_.events.begin(), trace_.events.end());
    run.device = trace_.told;
    return run;
  }

 private:
  DeviceTrace trace_;
};

Scenario writeThenRead() {
  return scenarioWith(R"("script": [
    {"call": "writeTensor", "on": "c", "tensor": "t", "data": [1, 2], "as": "w"},
    {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"}])");
}

std::pair<Finding, Finding> findingsOn(const std::string& trace) {
  const Scenario scenario = writeThenRead();
  Traced subject{stored(trace)};
  CheckOptions options;
  options.device = true;
  Check check{scenario, options};
  Finding script = check.subject(parseSemantics("draft"), subject);
  auto device = check.device(parseSemantics("draft"), subject);
  REQUIRE(device.has_value());
  return {std::move(script), std::move(*device)};
}

std::vector<std::string> namesOf(const Observations& events) {
  std::vector<std::string> names;
  for (const Observation& event : events) names.push_back(event.name);
  return names;
}

TEST_CASE("a trace tells the scenario's operations by name, in the order in which they were done") {
  const DeviceTrace trace = stored("in-order");
  CHECK(trace.told.lacking == "");
  CHECK(namesOf(trace.events) == std::vector<std::string>{"done:write(t)", "done:read(r)"});
  CHECK(namesOf(stored("read-before-write").events) == std::vector<std::string>{"done:read(r)", "done:write(t)"});
}

TEST_CASE("a device that keeps the order conforms") {
  const auto [script, device] = findingsOn("in-order");
  CHECK(script.verdict == Verdict::Conforms);
  CHECK(device.verdict == Verdict::Conforms);
  CHECK(device.subject == "traced (device)");
}

TEST_CASE("a device that reads before the write that comes first diverges, though script cannot tell") {
  const auto [script, device] = findingsOn("read-before-write");
  CHECK(script.verdict == Verdict::Conforms);
  CHECK(device.verdict == Verdict::Diverges);
  REQUIRE(!device.differences.empty());
  CHECK(device.differences[0].at == 0);
  CHECK(device.differences[0].seen == "done:read(r)");
  REQUIRE(!device.differences[0].allowed.empty());
  CHECK(device.differences[0].allowed[0].text == "done:write(t)");
  CHECK(device.decidedBy().anchor == "dom-mlcontext-writetensor");
  CHECK(device.allowedUnder.empty());
  CHECK(device.reproduce.ends_with("--device-trace"));
}

TEST_CASE("a trace that has nothing of the device, or ends too early, is unsupported with the reason: no silent pass") {
  for (const auto& [trace, reason] :
       {std::pair{"script-only", "nothing of the device"}, std::pair{"unfinished", "had not ended a read"}}) {
    const auto [script, device] = findingsOn(trace);
    CHECK(script.verdict == Verdict::Conforms);
    CHECK(device.verdict == Verdict::Unsupported);
    INFO(device.reason);
    CHECK(device.reason.find(reason) != std::string::npos);
  }
}

TEST_CASE("events that have only their kind are compared as kinds") {
  const Scenario scenario = writeThenRead();
  ExploreOptions explore;
  explore.deviceLevel = true;
  const AllowedOutcomes outcomes = allowedUnder(scenario, "draft", explore);
  const DeviceTold told{"", {"done:read", "done:write"}};
  const auto event = [](const char* name) { return Observation{Observation::Kind::Device, name, {}}; };
  const Observations script{{Observation::Kind::Called, "w", Outcome::returns(Undefined{})}};
  CHECK(allowsDeviceOrder(outcomes, {script, {event("done:write"), event("done:read")}}, told));
  CHECK(!allowsDeviceOrder(outcomes, {script, {event("done:read"), event("done:write")}}, told));
  CHECK(!allowsDeviceOrder(outcomes, {script, {event("done:write")}}, told));
}

TEST_CASE("a subject that tells all of its device conforms on the shipped scenarios: the model, and the CPU subject") {
  for (const char* name : {"model", "cpu"}) {
    const auto subject = makeSubject(name);
    CheckOptions options;
    options.device = true;
    for (const std::string& file : scenarioFilesIn(std::string{SCENARIOS_DIRECTORY} + "/thread")) {
      for (const Scenario& scenario : loadFile(file).scenarios) {
        Check check{scenario, options};
        const Finding script = check.subject(parseSemantics("draft"), *subject);
        const auto device = check.device(parseSemantics("draft"), *subject);
        INFO(name, " ", scenario.id, ": ", script.reason);
        CHECK(script.verdict != Verdict::Diverges);
        if (device) {
          INFO(device->reason);
          CHECK((device->verdict == Verdict::Conforms || device->verdict == Verdict::NotApplicable));
        }
      }
    }
  }
}

}  // namespace
}  // namespace conform::tests
