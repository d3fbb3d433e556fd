#include "checker/subjects/process/checkSubject.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

#include "checker/subjects/process/Adapter.hpp"

namespace conform {
namespace {

using namespace std::chrono_literals;

Descriptor pair() {
  return {"float32", std::vector<Number>{Number::ofInteger(2)}, true, true};
}

Scenario scenarioOf(const char* json, std::vector<Step> setup, std::vector<Step> script) {
  Scenario scenario;
  scenario.json = json;
  scenario.id = "check-subject";
  scenario.setup = std::move(setup);
  scenario.script = std::move(script);
  return scenario;
}

Scenario marks() {
  return scenarioOf(R"({"version": 1, "id": "check-subject", "script": [{"mark": "a"}, {"mark": "b"}]})", {},
                    {{Mark{"a"}, {}}, {Mark{"b"}, {}}});
}

Scenario writeAndRead() {
  return scenarioOf(
      R"({"version": 1, "id": "check-subject",
          "setup": [{"call": "createContext", "as": "c"},
                    {"call": "createTensor", "on": "c", "as": "t",
                     "descriptor": {"dataType": "float32", "shape": [2], "readable": true, "writable": true}}],
          "script": [{"call": "writeTensor", "on": "c", "tensor": "t", "data": [1, -2.5], "as": "w"},
                     {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"}]})",
      {{CreateContext{"c", {}}, {}}, {CreateTensor{{"c"}, pair(), "t"}, {}}},
      {{WriteTensor{{"c"}, Reference{"t"}, Contents{}, "w"}, {}}, {ReadTensor{{"c"}, Reference{"t"}, {}, "r"}, {}}});
}

Scenario neverLost() {
  return scenarioOf(
      R"({"version": 1, "id": "check-subject", "setup": [{"call": "createContext", "as": "c"}],
          "script": [{"call": "get", "on": "c", "attr": "lost", "as": "lost"}, {"mark": "end"}]})",
      {{CreateContext{"c", {}}, {}}}, {{Get{{"c"}, "lost", "lost"}, {}}, {Mark{"end"}, {}}});
}

class Checks {
 public:
  Checks(Adapter& adapter, std::ostream& out) : adapter_(adapter), out_(out) {}

  /// `rule` returns what is wrong; nothing if all is well.
  void check(std::string_view what, const std::function<std::optional<std::string>()>& rule) {
    std::optional<std::string> wrong;
    try {
      wrong = rule();
    } catch (const std::runtime_error& error) {
      wrong = error.what();
    }
    out_ << (wrong ? "FAILED  " : "ok      ") << what << (wrong ? ": " + *wrong : "") << '\n';
    all_ = all_ && !wrong;
  }
  bool all() const { return all_; }

  /// What is wrong with a run that must come to its end, or with what `look` finds in it.
  std::optional<std::string> run(const Scenario& scenario,
                                 const std::function<std::optional<std::string>(const Observations&)>& look) {
    const SubjectRun run = adapter_.run(scenario, {.seed = 1, .deadline = 20s});
    if (run.status == SubjectRun::Status::Unsupported) return "it is unsupported: " + run.reason;
    if (run.status == SubjectRun::Status::Broken) return run.reason;
    return look(run.observations);
  }

 private:
  Adapter& adapter_;
  std::ostream& out_;
  bool all_ = true;
};

const Observation* find(const Observations& observations, std::string_view name) {
  const auto found = std::find_if(observations.begin(), observations.end(),
                                  [&](const Observation& observation) { return observation.name == name; });
  return found == observations.end() ? nullptr : &*found;
}

std::optional<std::string> lookAtRead(const Observations& seen) {
  const Observation *write = find(seen, "w"), *read = find(seen, "r");
  if (write == nullptr || read == nullptr) return "one of \"w\" and \"r\" was not told";
  if (!(write->outcome == Outcome::returns(Undefined{}))) return "writeTensor() did not return undefined";
  if (write > read) return "the call was told behind the promise";
  const Contents expected{DataType::float32, {0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0}};
  if (!(read->outcome == Outcome::resolved(expected))) return "readTensor() did not resolve with the bytes of 1, -2.5";
  return std::nullopt;
}

std::optional<std::string> lookAtPending(const Observations& seen) {
  if (seen.size() != 2 || seen.front().name != "end") return "expected the mark \"end\", then \"lost\" pending";
  if (seen.back().kind != Observation::Kind::Pending) return "\"lost\" was not told as pending";
  return std::nullopt;
}

}  // namespace

bool checkSubject(const std::string& command, std::ostream& out) {
  Adapter adapter(command);
  Checks checks(adapter, out);
  checks.check("it starts and says hello", [&]() -> std::optional<std::string> {
    adapter.start();
    return std::nullopt;
  });
  if (!checks.all()) return false;
  out << "        it is " << adapter.subject() << " " << adapter.version() << '\n';

  checks.check("it tells marks in their order", [&] {
    return checks.run(marks(), [](const Observations& seen) -> std::optional<std::string> {
      if (seen.size() == 2 && seen[0].name == "a" && seen[1].name == "b") return std::nullopt;
      return "expected the marks \"a\" and \"b\"";
    });
  });
  checks.check("it writes and reads a tensor", [&] { return checks.run(writeAndRead(), lookAtRead); });
  checks.check("it does so again: nothing is left over from the run before",
               [&] { return checks.run(writeAndRead(), lookAtRead); });
  checks.check("it tells a promise that never settles as pending",
               [&] { return checks.run(neverLost(), lookAtPending); });
  checks.check("it ends a run that is cancelled", [&]() -> std::optional<std::string> {
    adapter.start();
    const Scenario scenario = neverLost();
    const std::uint64_t id = adapter.send(scenario, {.seed = 1, .deadline = 20s, .quiet = 10s});
    adapter.cancel(id);
    RunReader reader(scenario);
    if (adapter.hear(reader, id, LinePipe::Clock::now() + 2s)) return std::nullopt;
    return "no answer within two seconds";
  });
  checks.check("it works after that", [&] { return checks.run(writeAndRead(), lookAtRead); });
  checks.check("it exits with status 0 when its input ends", [&]() -> std::optional<std::string> {
    if (!adapter.stop()) return "it did not exit within two seconds";
    if (adapter.exitStatus() != 0) return "its status was " + std::to_string(adapter.exitStatus());
    return std::nullopt;
  });
  return checks.all();
}

}  // namespace conform
