#include "checker/subjects/protocol.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "checker/subjects/Capabilities.hpp"
#include "checker/subjects/OpSupportLimits.hpp"

using namespace conform;

namespace {

Scenario readScenario() {
  Scenario scenario;
  CreateTensor create;
  create.on = {"context"};
  create.as = "t";
  create.descriptor.dataType = "float16";
  create.descriptor.shape = std::vector<Number>{Number::ofInteger(2)};
  ReadTensor read;
  read.on = {"context"};
  read.tensor = Reference{"t"};
  read.as = "r";
  scenario.setup.push_back({create, {}});
  scenario.script.push_back({read, {}});
  scenario.script.push_back({Mark{"end"}, {}});
  return scenario;
}

std::string reasonOf(std::string_view message) {
  RunReader reader(readScenario());
  try {
    reader.hear(message);
  } catch (const ProtocolError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a message with bytes becomes contents in the data type of the tensor that was read") {
  RunReader reader(readScenario());
  CHECK_FALSE(reader.hear(
      R"({"message":"observation","kind":"settled","name":"r","outcome":{"resolved":{"bytes":"ADwAwA=="}}})"));
  CHECK_FALSE(reader.hear(R"({"message":"observation","kind":"marked","name":"end"})"));
  CHECK(reader.hear(R"({"message":"done","note":"quiet"})"));
  const SubjectRun& run = reader.run();
  REQUIRE(run.observations.size() == 2);
  CHECK(run.observations[0].outcome == Outcome::resolved(Contents{DataType::float16, {0x00, 0x3c, 0x00, 0xc0}}));
  CHECK(run.observations[1].kind == Observation::Kind::Marked);
  CHECK(run.note == "quiet");
}

TEST_CASE("nonsense is told from an observation, with the reason") {
  CHECK(reasonOf("{") != "");
  CHECK(reasonOf("[]") != "");
  CHECK(reasonOf(R"({"message":"hullo"})") == "there is no message \"hullo\"");
  CHECK(reasonOf(R"({"message":"observation","kind":"seen","name":"r"})") ==
        "there is no kind of observation \"seen\"");
  CHECK(reasonOf(R"({"message":"observation","kind":"settled","name":"q","outcome":{"pending":true}})") ==
        "\"q\" is no name of the script, or was told twice");
  CHECK(reasonOf(R"({"message":"observation","kind":"settled","name":"t","outcome":{"pending":true}})") != "");
  CHECK(reasonOf(R"({"message":"observation","kind":"marked","name":"start"})") == "there is no mark \"start\"");
  CHECK(reasonOf(R"({"message":"observation","kind":"settled","name":"r","outcome":{"rejected":"MyError"}})") ==
        "an error that no step of WebNN gives: \"MyError\"");
  CHECK(reasonOf(R"({"message":"observation","kind":"settled","name":"r","outcome":{"resolved":{"bytes":"AA=A"}}})") ==
        "\"bytes\" is not base64");
  CHECK(reasonOf(std::string(100000, '[')) == "a message is nested deeper than 64 levels");
}

TEST_CASE("a name that was told cannot be told again") {
  RunReader reader(readScenario());
  const char* message = R"({"message":"observation","kind":"settled","name":"r","outcome":{"rejected":"TypeError"}})";
  reader.hear(message);
  CHECK_THROWS_AS(reader.hear(message), ProtocolError);
}

TEST_CASE("an integer beyond 2^53 travels as a decimal string, and nothing else changes but white space") {
  CHECK(portableJson("{\"a\": [9007199254740993, -0.0, 1e300,\n 12], \"9007199254740993\": \"\\\"9 \"}") ==
        R"({"a":["9007199254740993",-0.0,1e300,12],"9007199254740993":"\"9 "})");
}

TEST_CASE("what a scenario needs and a subject lacks is said") {
  Scenario scenario = readScenario();
  CHECK_FALSE(whatIsLacking(scenario, {}));
  Then then;
  then.name = "r";
  then.steps.push_back({Pause{{"context"}}, {}});
  scenario.script.push_back({then, {}});
  CHECK(whatIsLacking(scenario, {}) == "its timelines cannot be paused or run by hand");
  Capabilities able;
  able.timelineControl = true;
  CHECK_FALSE(whatIsLacking(scenario, able));
}

TEST_CASE("who can lose all contexts, at no certain time, can run what loses each of them at any time") {
  Scenario scenario = readScenario();
  scenario.setup.insert(scenario.setup.begin(), {CreateContext{"context", {}, false, false}, {}});
  scenario.anytime.push_back({ContextLost{{"context"}}, {}});
  CHECK(whatIsLacking(scenario, {}));
  Capabilities able;
  able.contextLossAnytime = true;
  CHECK_FALSE(whatIsLacking(scenario, able));
  scenario.setup.insert(scenario.setup.begin(), {CreateContext{"other", {}, false, false}, {}});
  CHECK(whatIsLacking(scenario, able));
}

TEST_CASE("an operator's data type that opSupportLimits excludes is lacking, one that the draft refuses is not") {
  const OpSupportLimits limits(R"({"relu": {"input": {"dataTypes": ["float32"], "rankRange": {"min": 0, "max": 4}},
                                            "output": {"dataTypes": ["float32"]}}})");
  const auto scenarioWith = [](const char* type, std::size_t rank) {
    Scenario scenario;
    Input input;
    input.as = "x";
    input.descriptor.dataType = type;
    input.descriptor.shape = std::vector<Number>(rank, Number::ofInteger(1));
    Op relu;
    relu.op = "relu";
    relu.arguments.push_back(Argument{Reference{"x"}});
    relu.as = "y";
    scenario.script.push_back({input, {}});
    scenario.script.push_back({relu, {}});
    return scenario;
  };
  CHECK_FALSE(limits.whatIsLacking(scenarioWith("float32", 2)));
  CHECK(limits.whatIsLacking(scenarioWith("float16", 2)) == "opSupportLimits: relu: input cannot be float16");
  CHECK(limits.whatIsLacking(scenarioWith("float32", 5)) == "opSupportLimits: relu: input cannot have rank 5");
  CHECK_FALSE(limits.whatIsLacking(scenarioWith("uint8", 2)));
}
