// Runs scenarios/operators on the CPU subject: what it observes is exactly what the files say, tolerances apart.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "checker/scenario/load.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/kernels/castNumber.hpp"
#include "model/kernels/tolerance.hpp"

using namespace conform;

namespace {

std::vector<Scenario> operatorScenarios() {
  std::vector<Scenario> all;
  for (const std::string& file : scenarioFilesIn(WEBNN_CONFORM_SOURCE "/scenarios/operators")) {
    Loaded loaded = loadFile(file);
    for (const LoadError& error : loaded.errors) FAIL_CHECK(error.text());
    std::move(loaded.scenarios.begin(), loaded.scenarios.end(), std::back_inserter(all));
  }
  return all;
}

std::unique_ptr<Subject> cpu() {
  for (const SubjectKind* kind : subjectKinds()) {
    if (kind->name == "cpu") return kind->make("");
  }
  return nullptr;
}

/// What differs, or nothing.
std::string difference(const Contents& actual, const Numbers& expected) {
  const DataType type = actual.type;
  const std::size_t count = actual.bytes.size() * 8 / bitsOf(type);
  if (count != expected.size()) return std::to_string(count) + " elements";
  const OperandDescriptor descriptor{type, {static_cast<std::uint32_t>(count)}};
  Tensor wanted{descriptor};
  std::vector<std::uint64_t> patterns;
  for (const Number& number : expected) patterns.push_back(castNumber(type, number).patterns()[0]);
  wanted.storePatterns(patterns);
  const Tensor given{descriptor, actual.bytes};
  const auto mismatch = firstMismatch(given, wanted, {}, {Tolerance::Kind::ULP, 0}, false, count);
  return mismatch
             ? "[" + std::to_string(mismatch->index) + "] " + mismatch->actual + " instead of " + mismatch->expected
             : "";
}

std::string difference(const Outcome& actual, const ExpectedOutcome& expected) {
  if (actual.kind != expected.kind) return std::string(nameOf(actual.kind)) + " " + std::string(nameOf(actual.error));
  if (actual.kind == OutcomeKind::Throws || actual.kind == OutcomeKind::Rejected)
    return actual.error == expected.error ? "" : std::string(nameOf(actual.error));
  if (const auto* numbers = std::get_if<Numbers>(&expected.value)) {
    const auto* contents = std::get_if<Contents>(&actual.value);
    return contents ? difference(*contents, *numbers) : "no contents";
  }
  if (const auto* text = std::get_if<std::string>(&expected.value)) {
    const auto* interface = std::get_if<Interface>(&actual.value);
    return interface && nameOf(*interface) == *text ? "" : "another value";
  }
  return "";
}

}  // namespace

TEST_CASE("the CPU subject does in every operator scenario exactly what the scenario says") {
  const std::unique_ptr<Subject> subject = cpu();
  REQUIRE(subject);
  std::set<std::string> ids;
  for (const Scenario& scenario : operatorScenarios()) {
    CHECK_MESSAGE(ids.insert(scenario.id).second, scenario.id << " is there twice");
    const SubjectRun run = subject->run(scenario, {});
    REQUIRE_MESSAGE(run.status == SubjectRun::Status::Ran, scenario.id << ": " << run.reason);
    const auto claim = scenario.allowed.find("draft");
    REQUIRE_MESSAGE(claim != scenario.allowed.end(), scenario.id);
    for (const auto& [name, outcomes] : claim->second.names) {
      const auto seen = std::find_if(run.observations.begin(), run.observations.end(),
                                     [&name = name](const Observation& one) { return one.name == name; });
      REQUIRE_MESSAGE(seen != run.observations.end(), scenario.id << ": nothing of " << name);
      const std::string what = difference(seen->outcome, outcomes.at(0));
      CHECK_MESSAGE(what.empty(), scenario.id << ": " << name << ": " << what);
    }
  }
}

TEST_CASE("each report on an operator is a scenario") {
  const char* shared = std::getenv("WEBNN_CONFORM_SHARED");
  std::ifstream in{(shared ? std::string{shared} : WEBNN_CONFORM_SOURCE "/../shared") + "/users/cases.json"};
  if (!in) {
    MESSAGE("skipped: there is no ../shared/users/cases.json");
    return;
  }
  std::set<std::string> ids;
  for (const Scenario& scenario : operatorScenarios()) ids.insert(scenario.id);
  std::size_t reports = 0;
  for (const nlohmann::json& report : nlohmann::json::parse(in)) {
    const auto id = report.at("id").get<std::string>();
    if (!id.starts_with("op-")) continue;
    ++reports;
    CHECK_MESSAGE(ids.contains(id), id << " has no scenario");
  }
  CHECK(reports >= 100);
}
