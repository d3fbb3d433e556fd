// Findings: what differs, which step decides, which semantics would allow it.
#include "checker/compare/check.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "tests/compare/given.hpp"

namespace conform::tests {
namespace {

Observation settled(const std::string& name, Outcome outcome) {
  return {Observation::Kind::Settled, name, std::move(outcome)};
}
Observation returned(const std::string& name) {
  return {Observation::Kind::Called, name, Outcome::returns(Undefined{})};
}

/// Shows what it was told to, one list after the other.
class Told final : public Subject {
 public:
  explicit Told(std::vector<Observations> runs) : runs_(runs.begin(), runs.end()) {}
  std::string name() const override { return "told"; }
  std::string version() const override { return "told 1"; }
  SubjectRun run(const Scenario&, const RunOptions&) override {
    SubjectRun run;
    run.observations = runs_.front();
    if (runs_.size() > 1) runs_.pop_front();
    return run;
  }

 private:
  std::deque<Observations> runs_;
};

Finding findingOf(const Scenario& scenario, std::vector<Observations> runs, CheckOptions options = {}) {
  Told subject{std::move(runs)};
  return Check{scenario, options}.subject(parseSemantics("draft"), subject);
}

TEST_CASE("each fault of the CPU subject diverges on the thread's scenarios, at the step that it breaks") {
  const auto stepsOf = [](const char* fault) {
    std::vector<std::string> steps;
    const auto subject = makeSubject(fault);
    for (const std::string& file : scenarioFilesIn(std::string{SCENARIOS_DIRECTORY} + "/thread")) {
      for (const Scenario& scenario : loadFile(file).scenarios) {
        const Finding finding = Check{scenario, {}}.subject(parseSemantics("draft"), *subject);
        if (finding.verdict == Verdict::Diverges) steps.push_back(textOf(finding.decidedBy()));
      }
    }
    return steps;
  };
  const std::string rejects = "#dom-mltensor-destroy step 2.2", resolves = "#dom-mlcontext-readtensor step 8.1.3.3";
  for (const char* fault : {"cpu:never-settles", "cpu:option-1"}) {
    const std::vector<std::string> steps = stepsOf(fault);
    CHECK(!steps.empty());
    CHECK(std::ranges::count(steps, rejects) == std::ssize(steps));
  }
  for (const char* fault : {"cpu:release-early", "cpu:resolve-stale"}) {
    const std::vector<std::string> steps = stepsOf(fault);
    CHECK(std::ranges::count(steps, resolves) > 0);
  }
  CHECK(stepsOf("cpu").empty());
}

TEST_CASE("a finding names what was seen, what was allowed and by which step, and who would allow it") {
  const Finding finding =
      findingOf(threadScenario("seed-01-original"),
                {{returned("w"), returned("d"), {Observation::Kind::Pending, "r", Outcome::pending()}}});
  CHECK(finding.verdict == Verdict::Diverges);
  REQUIRE(finding.differences.size() == 1);
  CHECK(finding.differences[0].at == 2);
  CHECK(finding.differences[0].seen == "r pending");
  REQUIRE(finding.differences[0].allowed.size() == 1);
  CHECK(finding.differences[0].allowed[0].text == "r rejected InvalidStateError");
  CHECK(textOf(finding.decidedBy()) == "#dom-mltensor-destroy step 2.2");
  CHECK(finding.allowedUnder == std::vector<std::string>{"prototype-2024"});
  CHECK(finding.nearest == std::vector<std::string>{"w returns", "d returns", "r rejected InvalidStateError"});
  CHECK(!finding.narration.empty());
  CHECK(finding.reproduce ==
        "./conform run " + finding.file + " --only seed-01-original --subject told --semantics draft");
}

TEST_CASE("behind a difference the comparison goes on: one run shows two independent ones") {
  const Scenario scenario = scenarioWith(R"("script": [
    {"call": "writeTensor", "on": "c", "tensor": "t", "data": [1, 2], "as": "w"},
    {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"},
    {"await": "r"}, {"mark": "between"},
    {"call": "readTensor", "on": "c", "tensor": "u", "as": "s"}])");
  const Outcome stale = Outcome::resolved(Contents{DataType::float32, std::vector<std::uint8_t>(8, 0)});
  const Finding finding = findingOf(scenario, {{returned("w"),
                                                settled("r", stale),
                                                {Observation::Kind::Marked, "between", {}},
                                                settled("s", Outcome::rejected(Error::UnknownError))}});
  REQUIRE(finding.differences.size() == 2);
  CHECK(finding.differences[0].at == 1);
  CHECK(finding.differences[0].detail.starts_with("element 0 is 0, not 1"));
  CHECK(finding.differences[1].at == 3);
  CHECK(finding.differences[1].allowed[0].text == "s resolved [0, 0]");
}

TEST_CASE("values within the scenario's tolerance conform, and others say how far off they are") {
  const std::string script = R"("script": [{"call": "readTensor", "on": "c", "tensor": "t", "as": "r"}],
                                "tolerance": {"r": {"kind": "ULP", "value": 2}})";
  const auto seen = [&](std::uint8_t ulp) {
    std::vector<std::uint8_t> bytes(8, 0);
    bytes[4] = ulp;
    return findingOf(scenarioWith(script), {{settled("r", Outcome::resolved(Contents{DataType::float32, bytes}))}});
  };
  CHECK(seen(2).verdict == Verdict::Conforms);
  CHECK(seen(3).verdict == Verdict::Diverges);
  CHECK(seen(3).differences[0].detail.ends_with("3 ULP apart, allowed 2"));
}

TEST_CASE("a value that the scenario leaves open is unspecified, and recorded") {
  const Scenario scenario = scenarioWith(R"("script": [{"call": "readTensor", "on": "c", "tensor": "t", "as": "r"}],
                                            "unspecified": "nobody says what a fresh tensor holds")");
  const Finding finding = findingOf(
      scenario, {{settled("r", Outcome::resolved(Contents{DataType::float32, std::vector<std::uint8_t>(8, 7)}))}});
  CHECK(finding.verdict == Verdict::Unspecified);
  CHECK(finding.differences.empty());
  CHECK(finding.reason.starts_with("r resolved"));
}

TEST_CASE("repeated runs give a histogram: seen, allowed but never seen, and seen but not allowed") {
  const Scenario scenario = scenarioWith(R"("script": [
    {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"}],
    "anytime": [{"event": "contextLost", "on": "c"}])");
  const Observations good{
      settled("r", Outcome::resolved(Contents{DataType::float32, std::vector<std::uint8_t>(8, 0)}))};
  const Observations bad{settled("r", Outcome::rejected(Error::AbortError))};
  CheckOptions options;
  options.repeats = 5;
  const Finding finding = findingOf(scenario, {good, good, bad, good}, options);
  CHECK(finding.verdict == Verdict::Diverges);
  REQUIRE(finding.histogram.size() >= 3);
  CHECK(finding.histogram[0].count == 4);
  CHECK(finding.histogram[0].allowed);
  CHECK(finding.histogram[1].count == 1);
  CHECK(!finding.histogram[1].allowed);
  CHECK(finding.histogram[2].count == 0);
  CHECK(finding.histogram[2].outcome == std::vector<std::string>{"r rejected InvalidStateError"});
  CHECK(finding.reproduce.ends_with("--seed 3"));
}

TEST_CASE("a claim under a semantics under which the set-up fails does not apply: it neither holds nor is wrong") {
  const Scenario scenario = scenarioWith(R"("script": [
    {"call": "createConstantTensor", "on": "c", "descriptor": {"dataType": "float32", "shape": [1]}, "data": [1],
     "as": "k"}], "allowed": {"no-constants": {"k": {"throws": "TypeError"}}})");
  CHECK(Check{scenario, {}}.claims().empty());
  Scenario other = scenario;
  other.setup.push_back(other.script[0]);
  other.script.clear();
  const std::vector<Finding> findings = Check{other, {}}.claims();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].verdict == Verdict::NotApplicable);
}

TEST_CASE("what the model cannot express is unknown, for its claims too, and the check says so") {
  Scenario scenario = scenarioWith(R"("script": [], "allowed": {"draft": {}})");
  for (int i = 0; i < 300; ++i) scenario.script.push_back({ReadTensor{{"c"}, Reference{"t"}, {}, {}}, {}});
  Check check{scenario, {}};
  CHECK(check.isModelled());
  const std::vector<Finding> claims = check.claims();
  REQUIRE(claims.size() == 1);
  CHECK(claims[0].verdict == Verdict::Unknown);
  CHECK(!check.isModelled());
}

TEST_CASE("a claim about the device is not passed over where the device's events are too many to explore") {
  const Scenario scenario = scenarioWith(R"json("script": [
    {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"},
    {"call": "readTensor", "on": "c", "tensor": "u", "as": "s"}],
    "allowed": {"draft": {"trace": [["done:read(s)", "done:read(r)"]]}})json");
  CheckOptions options;
  CHECK(Check(scenario, options).claims().at(0).verdict == Verdict::Diverges);
  options.explore.maxStates = 5;
  CHECK(Check(scenario, options).claims().at(0).verdict == Verdict::Unknown);
}

TEST_CASE("a bound that is reached gives unknown, never a silent pass of what was not found") {
  CheckOptions options;
  options.explore.maxStates = 3;
  const Scenario scenario = scenarioWith(R"("script": [
    {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"},
    {"call": "readTensor", "on": "c", "tensor": "u", "as": "s"}],
    "anytime": [{"event": "contextLost", "on": "c"}])");
  const Finding finding = findingOf(scenario, {{settled("r", Outcome::rejected(Error::UnknownError))}}, options);
  CHECK(finding.verdict == Verdict::Unknown);
  CHECK(finding.reason.find("bound") != std::string::npos);
}

}  // namespace
}  // namespace conform::tests
