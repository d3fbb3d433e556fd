// What is exported, to the letter. The files of golden/ are made by `conform export wpt` and `conform export js`.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <variant>

#include "checker/export/javascript.hpp"
#include "checker/export/wpt.hpp"
#include "checker/scenario/load.hpp"

namespace conform {
namespace {

const std::string root = WEBNN_CONFORM_SOURCE;

Scenario scenarioAt(const std::string& path) {
  const Loaded loaded = loadFile(root + "/scenarios/" + path);
  REQUIRE(loaded.scenarios.size() == 1);
  return loaded.scenarios[0];
}

std::string golden(const std::string& name) {
  std::ifstream file(root + "/tests/export/golden/" + name);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::variant<WptTest, NotExportable> exported(const Scenario& scenario, const std::string& semantics) {
  const auto runs = portableRuns(scenario, parseSemantics(semantics));
  if (const auto* why = std::get_if<NotExportable>(&runs)) return *why;
  return wptTest(scenario, std::get<AllowedRuns>(runs));
}

void checkWpt(const std::string& path, const std::string& semantics, const std::string& name) {
  const Scenario scenario = scenarioAt(path);
  const auto test = exported(scenario, semantics);
  REQUIRE(std::holds_alternative<WptTest>(test));
  CHECK(wptFile("WebNN timelines: " + scenario.id, semantics, {std::get<WptTest>(test)}) == golden(name));
}

TEST_CASE("a read that the draft rejects is asserted to be rejected") {
  checkWpt("thread/seed-01-original.json", "draft", "seed-01-original.https.any.js");
}

TEST_CASE("another semantics makes another test of the same scenario, and is named") {
  checkWpt("thread/seed-01-original.json", "option-1", "seed-01-original.option-1.https.any.js");
}

TEST_CASE("a promise that must stay pending is looked at once the timelines are empty") {
  checkWpt("thread/seed-01-original.json", "prototype-2024", "seed-01-original.prototype-2024.https.any.js");
}

TEST_CASE("the order is asserted where it is decided") {
  checkWpt("spec/microtask/micro-mark-order.json", "draft", "micro-mark-order.https.any.js");
}

TEST_CASE("an outcome that is not decided is a comment, and one of those allowed") {
  checkWpt("spec/order/order-turn-between-read-and-destroy.json", "draft",
           "order-turn-between-read-and-destroy.https.any.js");
}

TEST_CASE("buffers of the caller are made, transferred and looked at") {
  checkWpt("spec/byob/byob-detached-during.json", "draft", "byob-detached-during.https.any.js");
}

TEST_CASE("a scenario as JavaScript") {
  const Scenario scenario = scenarioAt("thread/seed-01-original.json");
  CHECK("// seed-01-original: " + scenario.title + "\n" + javascriptOf(scenario) == golden("seed-01-original.js"));
}

TEST_CASE("what no test in a browser can make happen is refused, with the place") {
  const auto test = exported(scenarioAt("thread/seed-31-graph-lost-queued-dispatch.json"), "graph-lost");
  REQUIRE(std::holds_alternative<NotExportable>(test));
  CHECK(std::get<NotExportable>(test).reason == "a step that no test in a browser can make happen");
  CHECK(std::get<NotExportable>(test).place.line > 0);
}

}  // namespace
}  // namespace conform
