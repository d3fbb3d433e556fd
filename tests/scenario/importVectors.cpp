// Operator vectors become scenarios that the loader takes.
#include "checker/scenario/importVectors.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <variant>

#include "checker/scenario/load.hpp"

namespace conform {
namespace {

constexpr const char* vectors = R"([
  {"name": "two halves", "source": "split.https.any.js",
   "inputs": {"x": {"shape": [4], "dataType": "float32", "data": [1, 2, 3, -0.0]}},
   "operators": [{"name": "split", "arguments": {"input": "x", "splits": 2}, "outputs": ["a", "b"]}],
   "expected": {"a": {"shape": [2], "dataType": "float32", "data": [1, 2]},
                "b": {"shape": [2], "dataType": "float32", "data": [3, -0.0]}},
   "tolerance": {"kind": "ULP", "value": 0}, "strictZeroSign": true},
  {"name": "of a constant",
   "inputs": {"x": {"shape": [2, 3], "dataType": "int4", "data": 7, "constant": true}},
   "operators": [{"name": "cast", "arguments": {"input": "x", "type": "int8"}, "outputs": ["y"]}],
   "expected": {"y": {"shape": [2, 3], "dataType": "int8", "data": 7}},
   "tolerance": {"kind": "ULP", "value": 0}}
])";

TEST_CASE("a vector becomes a scenario that builds, writes, dispatches and reads, with what it expects as a claim") {
  const Loaded loaded = loadScenarios("vectors.json", importVectors("mine", vectors));
  for (const LoadError& error : loaded.errors) MESSAGE(error.text());
  REQUIRE(loaded.scenarios.size() == 2);
  const Scenario& split = loaded.scenarios[0];
  CHECK(split.id == "mine: two halves");
  CHECK(split.strictZeroSign);
  REQUIRE(split.script.size() == 4);
  CHECK(std::holds_alternative<WriteTensor>(split.script[0].what));
  CHECK(std::holds_alternative<Dispatch>(split.script[1].what));
  CHECK(split.allowed.at("wpt-2026-06").names.size() == 2);
}

TEST_CASE("a constant is not written, a fill is not claimed, and int4 is marked as an extension") {
  const Scenario cast = loadScenarios("vectors.json", importVectors("mine", vectors)).scenarios.at(1);
  CHECK(std::holds_alternative<Dispatch>(cast.script.at(0).what));
  CHECK(cast.allowed.empty());
  CHECK(cast.extendedTypes);
}

TEST_CASE("what is wrong with a vector is told with its name") {
  CHECK_THROWS_WITH_AS(importVectors("mine", R"([{"name": "bad"}])"), doctest::Contains("bad: "), std::runtime_error);
}

}  // namespace
}  // namespace conform
