// The loader: every scenario file loads; what is wrong is told with its place, all of it at once.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "checker/scenario/load.hpp"

using namespace conform;

namespace {

const std::string root = WEBNN_CONFORM_SOURCE;

/// A scenario with this script (and these other keys), on one line for each step.
std::string withScript(const std::string& script, const std::string& others = "") {
  return R"({"version": 1, "id": "x", "title": "t",
"setup": [{"call": "createContext", "as": "context"},
{"call": "createTensor", "on": "context", "descriptor": {"dataType": "float32", "shape": [2]}, "as": "a"}],
"script": [)" +
         script + "]" + others + "}";
}

std::vector<std::string> errorsOf(const std::string& text) {
  std::vector<std::string> texts;
  for (const LoadError& error : loadScenarios("f.json", text).errors) texts.push_back(error.text());
  return texts;
}
std::string errorOf(const std::string& text) {
  const std::vector<std::string> errors = errorsOf(text);
  CHECK(errors.size() == 1);
  return errors.empty() ? "" : errors.front();
}

Scenario loaded(const std::string& text) {
  Loaded loaded = loadScenarios("f.json", text);
  for (const LoadError& error : loaded.errors) MESSAGE(error.text());
  REQUIRE(loaded.scenarios.size() == 1);
  return std::move(loaded.scenarios.front());
}

TEST_CASE("a string that is too long, and buffers that are too large together, are errors that name the bound") {
  const auto errorOf = [](const std::string& title, const std::string& script) {
    const Loaded loaded = loadScenarios(
        "f.json", R"({"version": 1, "id": "a", "title": ")" + title + R"(", "script": [)" + script + "]}");
    return loaded.errors.empty() ? "" : loaded.errors[0].message;
  };
  const std::string half = R"({"buffer": "NAME", "make": {"type": "ArrayBuffer", "byteLength": 134217729}})";
  const auto named = [&](const std::string& name) { return std::string(half).replace(half.find("NAME"), 4, name); };
  CHECK(errorOf(std::string(65'536, 'x'), named("a")) == "");
  CHECK(errorOf(std::string(65'537, 'x'), "") == "a string has at most 65536 bytes");
  CHECK(errorOf("t", named("a") + "," + named("b")) == "the buffers of a scenario have at most 2^28 bytes together");
}

}  // namespace

TEST_CASE("every scenario file of the project loads without an error") {
  std::size_t count = 0;
  for (const std::string& file : scenarioFilesIn(root + "/scenarios")) {
    const Loaded loaded = loadFile(file);
    for (const LoadError& error : loaded.errors) CHECK_MESSAGE(false, error.text());
    count += loaded.scenarios.size();
  }
  CHECK(count >= 278);
}

TEST_CASE("an error names file, line, column, place and what was meant") {
  CHECK(errorOf(withScript(R"(
{"call": "readTensor", "on": "context", "tensor": "b", "as": "r"})")) ==
        R"(f.json:5:51: /script/0/tensor: no tensor named "b"; did you mean "a"?)");
  CHECK(errorOf(withScript(R"({"call": "raedTensor", "on": "context"})")) ==
        R"(f.json:4:21: /script/0/call: no call "raedTensor"; did you mean "readTensor"?)");
  CHECK(errorOf(withScript(R"({"call": "destroy", "on": "a", "sa": "d"})")) ==
        R"(f.json:4:49: /script/0/sa: unknown key "sa"; did you mean "as"?)");
}

TEST_CASE("all errors of a file are told at once, and its good scenarios still load") {
  const std::string bad =
      R"({"version": 2, "id": "bad", "script": [{"call": "destroy"}, 5, {"wait": "x"}], "setpu": []})";
  const Loaded both = loadScenarios("f.json", "[" + bad + ",\n" + withScript("") + "]");
  CHECK(both.scenarios.size() == 1);
  CHECK(both.errors.size() == 7);  // version, title, on, 5, no step, its key, setpu
  for (const LoadError& error : both.errors) CHECK(error.line == 1);
}

TEST_CASE("what is no JSON, given twice, or too much, is told with its place") {
  CHECK(errorOf("{\"id\": \n}").starts_with("f.json:2:1: this is no JSON"));
  CHECK(errorOf("").starts_with("f.json:1:1: this is no JSON"));
  CHECK(errorOf("{\"version\": 1, \"id\": \"a\", \"title\": \"t\", \"script\": [],\n \"id\": \"b\"}") ==
        "f.json:2:2: /id: the key is given twice");
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  CHECK(errorOf(deep).find("nested more than 64 deep") != std::string::npos);
  CHECK(errorOf("7") == "f.json:1:1: expected an object, found a number");
}

TEST_CASE("numbers keep the sign of zero, and integers beyond 2^53") {
  const Scenario one = loaded(withScript(R"({"fill": "b", "value": -0.0}, {"fill": "b", "value": "-0"},
      {"fill": "b", "value": -0}, {"fill": "b", "value": 9007199254740993}, {"fill": "b", "value": "18446744073709551615"},
      {"fill": "b", "value": "NaN"}, {"buffer": "b", "make": {"type": "Float32Array", "byteLength": 8}})"));
  const auto value = [&](std::size_t i) { return std::get<Fill>(one.script[i].what).value; };
  for (std::size_t i = 0; i < 3; ++i) CHECK((value(i).real == 0 && std::signbit(value(i).real) && !value(i).integer));
  CHECK(value(3).integer == Int128{9007199254740993});
  CHECK(value(4).integer == (Int128{1} << 64) - 1);
  CHECK(std::isnan(value(5).real));
}

TEST_CASE("data are bytes of the tensor's type; what the type does not have is an error") {
  const Scenario one = loaded(withScript(R"({"call": "writeTensor", "on": "context", "tensor": "a", "data": [1, -2]},
      {"call": "writeTensor", "on": "context", "tensor": "a", "data": {"fill": 1, "count": 3}})"));
  const Contents& contents = std::get<Contents>(std::get<WriteTensor>(one.script[0].what).data);
  CHECK(contents.bytes == std::vector<std::uint8_t>{0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0});
  CHECK(std::get<Contents>(std::get<WriteTensor>(one.script[1].what).data).bytes.size() == 12);
  CHECK(errorOf(withScript(R"({"call": "createConstantTensor", "on": "context", "as": "k",
      "descriptor": {"dataType": "uint8", "shape": [1]}, "data": [300]})")) ==
        "f.json:5:67: /script/0/data/0: no number of type uint8");
}

TEST_CASE("an operator's arguments are operands, words and numbers as its signature has them") {
  const std::string builder = R"({"call": "newBuilder", "context": "context", "as": "b"},
      {"call": "input", "on": "b", "name": "x", "descriptor": {"dataType": "float32", "shape": [2]}, "as": "x"},)";
  const Scenario one = loaded(withScript(builder + R"(
      {"call": "op", "on": "b", "op": "concat", "args": [["x", "x"], 0], "as": "y"},
      {"call": "op", "on": "b", "op": "cast", "args": ["x", "int8"], "as": "z"},
      {"call": "op", "on": "b", "op": "clamp", "args": ["x"], "options": {"minValue": "NaN", "maxValue": "9007199254740993"}},
      {"call": "op", "on": "b", "op": "split", "args": ["x", 2], "as": ["p", "q"]},
      {"call": "op", "on": "b", "op": "softmax", "args": ["x", null], "as": "u"})"));
  const auto op = [&](std::size_t i) { return std::get<Op>(one.script[i].what); };
  CHECK(std::get<ArgumentList>(op(2).arguments[0].value)[1] == Argument{Reference{"x"}});
  CHECK(op(3).arguments[1] == Argument{std::string("int8")});
  CHECK(std::isnan(std::get<Number>(op(4).options->at(0).value.value).real));
  CHECK(std::get<Number>(op(4).options->at(1).value.value).integer == Int128{9007199254740993});
  CHECK(op(5).asEach == std::vector<Name>{"p", "q"});
  CHECK(op(6).arguments[1] == Argument{Undefined{}});
  CHECK(errorOf(withScript(builder + R"({"call": "op", "on": "b", "op": "sofmax", "args": ["x", 0]})"))
            .find(R"(no operator named "sofmax"; did you mean "softmax"?)") != std::string::npos);
  CHECK(errorOf(withScript(builder + R"({"call": "op", "on": "b", "op": "relu", "args": ["xx"]})"))
            .find(R"(no operand named "xx"; did you mean "x"?)") != std::string::npos);
}

TEST_CASE("names are unique; a script is stopped at its top only") {
  CHECK(errorOf(withScript(R"({"call": "destroy", "on": "a", "as": "a"})")).find("used twice") != std::string::npos);
  CHECK(errorOf(withScript(R"({"microtask": [{"settle": true}]})")).find("only at the top") != std::string::npos);
  CHECK(errorOf(withScript("", R"(, "anytime": [{"event": "pause", "on": "context"}])")).find("at any time") !=
        std::string::npos);
}

TEST_CASE("claims: outcomes, alternatives, order and the rest") {
  const Scenario one = loaded(withScript(R"({"call": "readTensor", "on": "context", "tensor": "a", "as": "r"})", R"(,
      "allowed": {"draft": {"r": {"oneOf": [{"resolved": [1, 2]}, {"rejected": "InvalidStateError"}]},
                            "outcomes": [{"r": {"resolved": "*"}}], "order": [["r"]], "ambiguous": true,
                            "default": {"r": {"pending": true}}},
                  "option-1": {"r": {"notRun": true}}, "others": "draft"},
      "tolerance": {"r": {"kind": "ATOL", "value": 0.5}}, "unspecified": "why", "strictZeroSign": true)"));
  const Claim& draft = one.allowed.at("draft");
  CHECK(draft.names.at("r").size() == 2);
  CHECK(draft.names.at("r")[1].error == Error::InvalidStateError);
  CHECK(draft.outcomes->size() == 1);
  CHECK(draft.order == std::vector<std::vector<std::string>>{{"r"}});
  CHECK(draft.ambiguous);
  CHECK(draft.byDefault->at("r").kind == OutcomeKind::Pending);
  CHECK(one.allowed.at("option-1").names.at("r")[0].kind == OutcomeKind::NotRun);
  CHECK(one.othersAsDraft);
  CHECK(one.tolerance.at("r").kind == Tolerance::Kind::ATOL);
  CHECK(one.unspecified.at("") == "why");
  CHECK(one.strictZeroSign);
  const auto claim = [](const std::string& outcome) {
    return errorOf(
        withScript(R"({"call": "destroy", "on": "a", "as": "d"})", ", \"allowed\": {\"draft\": " + outcome + "}"));
  };
  CHECK(claim(R"({"e": {"returns": "undefined"}})").find(R"(no call named "e")") != std::string::npos);
  CHECK(claim(R"({"d": {}})").find("an outcome is one of") != std::string::npos);
  CHECK(claim(R"({"d": {"throws": "TipeError"}})").find(R"(no error "TipeError")") != std::string::npos);
}

TEST_CASE("no file can crash the loader: random changes of good ones") {
  std::mt19937_64 random{67};
  const std::vector<std::string> files = scenarioFilesIn(root + "/scenarios/thread");
  REQUIRE(!files.empty());
  std::size_t refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::ifstream in(files[random() % files.size()], std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 20);
          break;
        case 1:
          text.insert(at, text.substr(random() % text.size(), random() % 40));
          break;
        case 2:
          text[at] = static_cast<char>(random());
          break;
        default:
          text[at] = "{}[]\",:0-9null"[random() % 14];
      }
      if (text.empty()) text = "{}";
    }
    refused += !loadScenarios("f.json", text).errors.empty();
  }
  CHECK(refused > 1000);
}
