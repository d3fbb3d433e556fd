// The CPU subject on small scenarios of our own: what no catalogue case shows.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "checker/subjects/Subject.hpp"
#include "checker/subjects/cpu/Faults.hpp"
#include "tests/subjects/catalogue.hpp"

namespace conform::tests {
namespace {

std::unique_ptr<Subject> makeCpu(std::string_view argument = "") {
  for (const SubjectKind* kind : subjectKinds()) {
    if (kind->name == "cpu") return kind->make(argument);
  }
  return nullptr;
}

Step step(auto what) {
  return {std::move(what), {}};
}

Descriptor matrix() {
  return {"float32", std::vector<Number>{Number::ofInteger(2)}, true, true};
}

Contents floats(float a, float b) {
  Contents contents{DataType::float32, std::vector<std::uint8_t>(8)};
  std::copy_n(reinterpret_cast<const std::uint8_t*>(&a), 4, contents.bytes.begin());
  std::copy_n(reinterpret_cast<const std::uint8_t*>(&b), 4, contents.bytes.begin() + 4);
  return contents;
}

/// A context `c` and a tensor `t` of two floats.
Scenario small() {
  Scenario scenario;
  scenario.setup = {step(CreateContext{"c", {}}), step(CreateTensor{{"c"}, matrix(), "t"})};
  return scenario;
}

Step write(float a, float b, Name as = "") {
  return step(WriteTensor{{"c"}, Reference{"t"}, floats(a, b), std::move(as)});
}
Step read(Name as, Name tensor = "t") {
  return step(ReadTensor{{"c"}, Reference{std::move(tensor)}, std::nullopt, std::move(as)});
}

/// The texts of all runs with so many seeds.
std::map<std::string, int> runs(Subject& subject, const Scenario& scenario, std::uint64_t seeds = 200,
                                bool deviceLevel = false) {
  std::map<std::string, int> texts;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const SubjectRun run = subject.run(scenario, {.seed = seed, .deviceLevel = deviceLevel});
    REQUIRE(run.status == SubjectRun::Status::Ran);
    ++texts[textOf(run.observations)];
  }
  return texts;
}

std::string only(const std::map<std::string, int>& texts) {
  std::string all;
  for (const auto& [text, count] : texts) all += (all.empty() ? "" : " | ") + text;
  return all;
}

TEST_CASE("a reaction runs behind those registered before it, an await behind all of them") {
  Scenario scenario = small();
  scenario.script = {read("r"),
                     step(Then{"r", Then::When::settled, {step(Mark{"first"})}}),
                     step(Then{"r", Then::When::rejected, {step(Mark{"never"})}}),
                     step(Then{"r", Then::When::fulfilled, {step(Mark{"second"})}}),
                     step(Await{"r"}),
                     step(Microtask{{step(Mark{"microtask"})}}),
                     step(Mark{"after"})};
  CHECK(only(runs(*makeCpu(), scenario)) == "r resolved 0.000000 0.000000, first, second, after, microtask");
}

TEST_CASE("a microtask runs before the next task, and a microtask queued by it too") {
  Scenario scenario = small();
  scenario.script = {step(Microtask{{step(Microtask{{step(Mark{"inner"})}}), step(Mark{"outer"})}}), step(Turn{}),
                     step(Mark{"task"})};
  CHECK(only(runs(*makeCpu(), scenario)) == "outer, inner, task");
}

TEST_CASE("settle goes on when nothing is left to run, and paused timelines stay paused for it") {
  Scenario scenario = small();
  scenario.script = {step(Pause{{"c"}}), write(1, 2), read("r"), step(Settle{}), step(Mark{"settled"})};
  CHECK(only(runs(*makeCpu(), scenario)) == "settled, r resolved 1.000000 2.000000");
}

TEST_CASE("a script that waits for ever ends with its timelines paused, and its promises pending") {
  Scenario scenario = small();
  scenario.script = {step(Pause{{"c"}}), read("r"), step(Await{"r"}), step(Mark{"never"}), read("q")};
  CHECK(only(runs(*makeCpu(), scenario)) == "r pending");
}

TEST_CASE("drain runs the timeline inside the step, also a paused one") {
  Scenario scenario = small();
  scenario.script = {step(Pause{{"c"}}), write(1, 2),      read("r"),        step(Drain{{"c"}}),
                     write(3, 4),        step(Await{"r"}), step(Mark{"end"})};
  const auto texts = runs(*makeCpu(), scenario, 200, true);
  CHECK(only(texts) == "done:write(t), done:read(r), r resolved 1.000000 2.000000, end, done:write(t)");
}

TEST_CASE("runTimeline runs so many entries, or what there is") {
  Scenario scenario = small();
  scenario.script = {step(Pause{{"c"}}),
                     write(1, 2),
                     read("r"),
                     write(3, 4),
                     step(RunTimeline{{"c"}, 2}),
                     step(Mark{"two"}),
                     step(RunTimeline{{"c"}, 9}),
                     step(Mark{"all"})};
  CHECK(only(runs(*makeCpu(), scenario, 200, true)) ==
        "done:write(t), done:read(r), two, done:write(t), all, r resolved 1.000000 2.000000");
}

TEST_CASE("tasks start once, in any order, before and after the later turns of the script, never before its first") {
  Scenario scenario = small();
  scenario.script = {step(Mark{"main"}), step(Turn{}), step(Mark{"turn"})};
  scenario.tasks = {{"one", {step(Mark{"one"})}}, {"two", {step(Mark{"two"})}}};
  const auto texts = runs(*makeCpu(), scenario, 2000);
  CHECK(texts.size() == 6);  // All orders of the other three behind main.
}

TEST_CASE("an event at any time happens before, between or after the steps, or never") {
  Scenario scenario = small();
  scenario.script = {step(Get{{"c"}, "lost", "lost"}), read("r")};
  scenario.anytime = {step(ContextLost{{"c"}})};
  const auto texts = runs(*makeCpu(), scenario, 2000);
  CHECK(texts.contains("r resolved 0.000000 0.000000, lost pending"));
  CHECK(texts.contains("lost resolved, r rejected InvalidStateError"));
  CHECK(texts.contains("r resolved 0.000000 0.000000, lost resolved"));
}

TEST_CASE("a device that fails at any time lets a read fail before script hears of the loss") {
  Scenario scenario = small();
  scenario.script = {step(Get{{"c"}, "lost", "lost"}), read("r"), step(Turn{}), read("q")};
  scenario.anytime = {step(DeviceLost{{"c"}})};
  const auto texts = runs(*makeCpu(), scenario, 4000);
  std::set<std::string> ofR;
  for (const auto& [text, count] : texts) {
    if (text.find("r rejected UnknownError") != std::string::npos) {
      // The task that loses the context was queued in the instant in which the device failed: before any failure's.
      CHECK(text.find("lost resolved") < text.find("r rejected UnknownError"));
    }
  }
  CHECK(texts.size() >= 4);
}

TEST_CASE("tasks of a document that is gone do not run: what is pending stays so") {
  Scenario scenario = small();
  scenario.script = {step(Pause{{"c"}}),  read("r"),    step(DocumentGone{}),
                     step(Resume{{"c"}}), step(Turn{}), step(Mark{"turn"})};
  CHECK(only(runs(*makeCpu(), scenario)) == "turn, r pending");
}

TEST_CASE("a context can be had from a GPUDevice, and is lost like any other") {
  Scenario scenario;
  scenario.script = {step(CreateContext{"g", {}, true, false}), step(Await{"g"}), step(Destroy{{"g"}, "d"}),
                     step(Get{{"g"}, "lost", "lost"}), step(Get{{"g"}, "accelerated", "a"})};
  CHECK(only(runs(*makeCpu(), scenario)) == "g resolved, d returns, a returns, lost resolved");
}

TEST_CASE("two contexts come in any order, one that cannot be supported too") {
  Scenario scenario;
  scenario.script = {step(FailNext{std::nullopt, FailNext::Operation::createContext}), step(CreateContext{"a", {}}),
                     step(CreateContext{"b", {}})};
  CHECK(runs(*makeCpu(), scenario, 2000).size() >= 2);
}

TEST_CASE("what refers to a name that is bound to nothing is not run") {
  Scenario scenario = small();
  scenario.script = {step(CreateTensor{{"c"}, matrix(), "u"}), read("r", "u"), step(Await{"u"}), read("q", "u")};
  CHECK(only(runs(*makeCpu(), scenario)) == "u resolved, q resolved 0.000000 0.000000");
}

TEST_CASE("a method that an object does not have throws, even where it would return a promise") {
  Scenario scenario = small();
  scenario.script = {step(ReadTensor{{"t"}, Reference{"t"}, std::nullopt, "r"}), step(Destroy{{"t", true}, "d"}),
                     step(Build{{"c"}, {}, "b"})};
  CHECK(only(runs(*makeCpu(), scenario)) == "r throws TypeError, d throws TypeError, b throws TypeError");
}

TEST_CASE("a graph computes, with constants of all three kinds and an operator that returns a sequence") {
  Scenario scenario = small();
  const Descriptor operand{"float32", std::vector<Number>{Number::ofInteger(2)}};
  const auto op = [](std::string name, std::vector<Name> arguments, Name as) {
    Op call{{"b"}, std::move(name), {}, std::nullopt, std::move(as), {}};
    for (Name& argument : arguments) call.arguments.push_back({Reference{std::move(argument)}});
    return step(std::move(call));
  };
  Op split{{"b"}, "split", {{Reference{"p"}}, {Number::ofInteger(2)}}, std::nullopt, "", {"first", "second"}};
  scenario.setup.insert(
      scenario.setup.end(),
      {step(CreateConstantTensor{{"c"}, operand, floats(10, 20), "k"}), step(CreateTensor{{"c"}, matrix(), "z"}),
       step(NewBuilder{{"c"}, false, "b"}), step(Input{{"b"}, "x", operand, "x"}),
       step(Constant{{"b"}, Constant::FromTensor{{"k"}}, "kc"}),
       step(Constant{{"b"}, Constant::FromBuffer{operand, floats(100, 200)}, "bc"}),
       step(Constant{{"b"}, Constant::FromValue{"float32", Number::ofReal(0.5)}, "vc"}), op("add", {"x", "kc"}, "m"),
       op("add", {"m", "bc"}, "n"), op("add", {"n", "vc"}, "p"), step(split),
       step(Op{{"b"},
               "concat",
               {{ArgumentList{{Reference{"second"}}, {Reference{"first"}}}}, {Number::ofInteger(0)}},
               std::nullopt,
               "swapped",
               {}}),
       step(Build{{"b"}, {{"z", Reference{"swapped"}}}, "g"})});
  scenario.script = {write(1, 2), step(Dispatch{{"c"}, {"g"}, {{"x", Reference{"t"}}}, {{"z", Reference{"z"}}}, "d"}),
                     read("r", "z")};
  CHECK(only(runs(*makeCpu(), scenario, 50)) == "d returns, r resolved 222.500000 111.500000");
}

TEST_CASE("a set-up that does not succeed says where and why") {
  Scenario scenario = small();
  scenario.setup.push_back({ReadTensor{{"c"}, Argument{Undefined{}}, std::nullopt, "r"}, {3, 1, "/setup/2"}});
  const SubjectRun run = makeCpu()->run(scenario, {});
  CHECK(run.status == SubjectRun::Status::Broken);
  CHECK(run.reason == "the set-up did not succeed: /setup/2: \"r\" rejected TypeError");
}

TEST_CASE("an unknown fault is a usage error that names the nearest one") {
  try {
    makeCpu("never-setles");
    FAIL("it was accepted");
  } catch (const SubjectError& error) {
    CHECK(error.why == SubjectError::Why::Usage);
    CHECK(std::string(error.what()).find("did you mean \"never-settles\"?") != std::string::npos);
  }
  CHECK(makeCpu("never-settles+release-early")->name() == "cpu:never-settles+release-early");
}

TEST_CASE("--help names every fault") {
  for (const SubjectKind* kind : subjectKinds()) {
    if (kind->name != "cpu") continue;
    std::string names;
    for (const cpu::Fault& fault : cpu::allFaults()) names += (names.empty() ? "" : "|") + std::string(fault.name);
    CHECK(kind->argument == names);
  }
}

TEST_CASE("what each of the four faults of the thread makes of its question") {
  Scenario scenario = small();
  scenario.script = {step(Pause{{"c"}}), write(1, 2), read("r"), step(Destroy{{"t"}, "d"})};
  CHECK(only(runs(*makeCpu(), scenario, 50)) == "d returns, r rejected InvalidStateError");
  CHECK(only(runs(*makeCpu("never-settles"), scenario, 50)) == "d returns, r pending");
  CHECK(only(runs(*makeCpu("option-1"), scenario, 50)) == "d returns, r resolved 1.000000 2.000000");
  CHECK(only(runs(*makeCpu("option-1+resolve-stale"), scenario, 50)) == "d returns, r resolved 0.000000 0.000000");
  const auto early = only(runs(*makeCpu("option-1+release-early"), scenario, 50));
  CHECK(early.find("d returns, r resolved -") == 0);
}

TEST_CASE("runs do not disturb each other: four threads share one subject") {
  const auto cpu = makeCpu();
  Scenario scenario = small();
  scenario.script = {write(1, 2), read("r"), step(Turn{}), write(3, 4), read("q"), step(Destroy{{"c"}, "d"})};
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const SubjectRun run = cpu->run(scenario, {.seed = 1000 * thread + seed, .deviceLevel = seed % 2 == 0});
        const std::string text = textOf(run.observations);
        if (run.status != SubjectRun::Status::Ran || text.find("r resolved 1.0") == text.npos) {
          if (text.find("r rejected InvalidStateError") == text.npos) ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace conform::tests
