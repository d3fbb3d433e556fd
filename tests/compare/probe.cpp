// A wrong value, followed to the operator that made it.
#include "checker/compare/probe.hpp"

#include "checker/compare/check.hpp"
#include "tests/compare/given.hpp"

namespace conform::tests {
namespace {

Scenario graphScenario(const std::string& id) {
  for (const Scenario& scenario :
       loadFile(std::string{SCENARIOS_DIRECTORY} + "/operators/graphs/values.json").scenarios) {
    if (scenario.id == id) return scenario;
  }
  FAIL("no scenario " << id);
  return {};
}

Finding probed(const Scenario& scenario, Subject& subject) {
  CheckOptions options;
  options.probe = true;
  return Check{scenario, options}.subject(parseSemantics("draft"), subject);
}
Finding probed(const Scenario& scenario, const char* subject) {
  return probed(scenario, *makeSubject(subject));
}

/// Has an implementation do the work, and may spoil what is read.
class Spoiled final : public Subject {
 public:
  using Spoil = SubjectRun (*)(SubjectRun run, std::size_t round);
  explicit Spoiled(Spoil spoil) : spoil_(spoil) {}
  std::string name() const override { return "spoiled"; }
  std::string version() const override { return "spoiled 1"; }
  SubjectRun run(const Scenario& scenario, const RunOptions& options) override {
    return spoil_(cpu_->run(scenario, options), rounds_++);
  }

 private:
  const std::unique_ptr<Subject> cpu_ = makeSubject("cpu");
  const Spoil spoil_;
  std::size_t rounds_ = 0;
};

/// Flips a bit of the last byte of each element that was read in this run.
SubjectRun flipped(SubjectRun run) {
  for (Observation& seen : run.observations) {
    if (auto* contents = std::get_if<Contents>(&seen.outcome.value)) contents->bytes.back() ^= 0x10;
  }
  return run;
}

TEST_CASE("of three operators the one that is wrong is named, with its distance and the exact value") {
  const Finding finding = probed(graphScenario("graph-add-sigmoid-mul"), "cpu:float16-sigmoid");
  CHECK(finding.verdict == Verdict::Diverges);
  CHECK(
      finding.probe.conclusion ==
      "The first operator that is off is sigmoid (gate): given the operands that it had, off by 3216 ULP, allowed 34: "
      "element 0 is 0.8173828125, exact 0.8175745010375977.");
  REQUIRE(finding.probe.results.size() == 3);
  CHECK(finding.probe.results[0] == ProbedResult{"sum", "add", "exact", false});
  CHECK(finding.probe.results[1].isOff);
  // It had wrong operands and did right by them.
  CHECK(finding.probe.results[2] == ProbedResult{"doubled", "mul", "exact", false});
  CHECK(finding.reproduce.ends_with(" --probe"));
}

TEST_CASE("an error that is gone when the result between is an output is told as operators computed as one") {
  const Finding finding = probed(graphScenario("graph-mul-add-chained"), "cpu:float16-fusion");
  CHECK(finding.verdict == Verdict::Diverges);
  CHECK(finding.probe.conclusion ==
        "The error is gone when the results between are outputs too: operators that are right alone are computed as "
        "one. One such result is enough: that of mul (product), used by add (sum).");
}

TEST_CASE("a graph that is right alone is not blamed") {
  Spoiled subject{[](SubjectRun run, std::size_t round) { return round == 0 ? flipped(std::move(run)) : run; }};
  const Finding finding = probed(graphScenario("graph-add-sigmoid-mul"), subject);
  CHECK(finding.verdict == Verdict::Diverges);
  CHECK(finding.probe.conclusion.starts_with("Alone, on the contents that it should have had, the graph is right"));
}

TEST_CASE("a subject that can not run the graph again does not end the run") {
  Spoiled subject{[](SubjectRun run, std::size_t round) {
    if (round == 0) return flipped(std::move(run));
    return SubjectRun{SubjectRun::Status::Broken, {}, "it went away", "", {}};
  }};
  const Finding finding = probed(graphScenario("graph-add-sigmoid-mul"), subject);
  CHECK(finding.verdict == Verdict::Diverges);
  CHECK(finding.probe.conclusion == "The graph could not be run with all results as outputs: it went away.");
}

TEST_CASE("contents that no operator made are told so") {
  const Scenario scenario = scenarioWith(R"("script": [
    {"call": "writeTensor", "on": "c", "tensor": "t", "data": [1, 2]},
    {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"}])");
  CHECK(probed(scenario, "cpu:resolve-stale").probe.conclusion ==
        "No operator made this value: it was only written and copied.");
}

TEST_CASE("what conforms, or differs in another way, is not followed") {
  CHECK(probed(graphScenario("graph-add-sigmoid-mul"), "cpu").probe == Probe{});
  CHECK(probed(threadScenario("seed-01-original"), "cpu:never-settles").probe == Probe{});
}

TEST_CASE("operators that return a sequence, constants from buffers and names of the probe's own are followed too") {
  const Scenario scenario = scenarioWith(R"("script": [
    {"buffer": "bytes", "make": {"type": "Float32Array", "data": [0.5, 3]}},
    {"call": "newBuilder", "context": "c", "as": "b"},
    {"call": "input", "on": "b", "name": "x", "descriptor": {"dataType": "float32", "shape": [2]}, "as": "probeInput0"},
    {"call": "constant", "on": "b", "descriptor": {"dataType": "float32", "shape": [2]}, "buffer": "bytes", "as": "k"},
    {"fill": "bytes", "value": 9},
    {"call": "op", "on": "b", "op": "add", "args": ["probeInput0", "k"], "as": "probe"},
    {"call": "op", "on": "b", "op": "split", "args": ["probe", 2], "as": ["left", "right"]},
    {"call": "op", "on": "b", "op": "sigmoid", "args": ["right"], "as": "gate"},
    {"call": "op", "on": "b", "op": "concat", "args": [["gate", "left"], 0], "as": "joined"},
    {"call": "build", "on": "b", "outputs": {"y": "joined"}, "as": "g"},
    {"await": "g"},
    {"call": "writeTensor", "on": "c", "tensor": "t", "data": [1, -2.5]},
    {"call": "dispatch", "on": "c", "graph": "g", "inputs": {"x": "t"}, "outputs": {"y": "u"}},
    {"call": "readTensor", "on": "c", "tensor": "u", "as": "r"}])");
  CHECK(probed(scenario, "cpu").verdict == Verdict::Conforms);
  const Finding finding = probed(scenario, "cpu:float16-sigmoid");
  CHECK(finding.probe.conclusion.starts_with("The first operator that is off is sigmoid (gate)"));
  CHECK(finding.probe.results.size() == 5);
}

TEST_CASE("a sum that is off says whether another order of summation explains it") {
  const Scenario scenario = scenarioWith(R"("script": [
    {"call": "newBuilder", "context": "c", "as": "b"},
    {"call": "input", "on": "b", "name": "x", "descriptor": {"dataType": "float32", "shape": [2]}, "as": "x"},
    {"call": "op", "on": "b", "op": "reduceSum", "args": ["x"], "options": {"keepDimensions": true}, "as": "s"},
    {"call": "op", "on": "b", "op": "concat", "args": [["s", "s"], 0], "as": "y"},
    {"call": "build", "on": "b", "outputs": {"y": "y"}, "as": "g"},
    {"await": "g"},
    {"call": "writeTensor", "on": "c", "tensor": "t", "data": [1, 2]},
    {"call": "dispatch", "on": "c", "graph": "g", "inputs": {"x": "t"}, "outputs": {"y": "u"}},
    {"call": "readTensor", "on": "c", "tensor": "u", "as": "r"}])");
  Spoiled subject{[](SubjectRun run, std::size_t) { return flipped(std::move(run)); }};
  const Finding finding = probed(scenario, subject);
  INFO(finding.probe.conclusion);
  CHECK(finding.probe.conclusion.find("reduceSum (s)") != std::string::npos);
  CHECK(finding.probe.conclusion.find("a plain float32 sum would be within ") != std::string::npos);
}

}  // namespace
}  // namespace conform::tests
