// The CPU subject against the claims of the catalogue, many schedules each, and its faults.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "checker/scenario/load.hpp"
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

const std::vector<Case>& catalogue() {
  static const std::vector<Case> cases = [] {
    auto read = readCatalogue();
    if (!read) MESSAGE("skipped: there is no ../shared/timeline/catalogue.json");
    return read.value_or(std::vector<Case>{});
  }();
  return cases;
}

std::uint64_t seedCount() {
  const char* text = std::getenv("WEBNN_CONFORM_SEEDS");
  return text == nullptr ? 20 : std::strtoull(text, nullptr, 10);
}

TEST_CASE("whatever the schedule, the draft allows what the CPU subject does") {
  const auto cpu = makeCpu();
  for (const Case& one : catalogue()) {
    for (std::uint64_t seed = 1; seed <= seedCount(); ++seed) {
      const SubjectRun run = cpu->run(one.scenario, {.seed = seed, .deviceLevel = seed % 2 == 0});
      INFO(one.scenario.id, " seed ", seed, " ", run.reason, ": ", textOf(run.observations));
      REQUIRE(run.status == SubjectRun::Status::Ran);
      const std::string wrong = contradiction(one, run.observations);
      CHECK(wrong == "");
      if (!wrong.empty()) break;
    }
  }
}

TEST_CASE("schedules differ: where the draft allows several outcomes, more than one is seen") {
  const auto cpu = makeCpu();
  std::size_t allowed = 0, found = 0;
  for (const Case& one : catalogue()) {
    if (!one.draft.outcomes || one.scenario.id == "val-createtensor-huge") continue;
    std::set<std::size_t> seen;
    for (std::uint64_t seed = 1; seed <= 10 * seedCount(); ++seed) {
      seen.insert(jointOutcome(one, cpu->run(one.scenario, {.seed = seed}).observations));
    }
    MESSAGE(one.scenario.id, ": ", seen.size(), " of ", one.draft.outcomes->size());
    allowed += one.draft.outcomes->size();
    found += seen.size();
  }
  MESSAGE(found, " of ", allowed);
  CHECK(4 * found >= 3 * allowed);
}

/// The first scenario of the graphs of operators whose values a run with this fault gets wrong.
std::string firstWrongValue(Subject& cpu) {
  for (const Scenario& scenario : loadFile(WEBNN_CONFORM_SOURCE "/scenarios/operators/graphs/values.json").scenarios) {
    const SubjectRun right = makeCpu()->run(scenario, {}), run = cpu.run(scenario, {});
    if (run.observations != right.observations) return scenario.id;
  }
  return "";
}

/// The first case of the catalogue that a run with this fault contradicts.
std::string firstNoticed(Subject& cpu) {
  for (const Case& one : catalogue()) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const SubjectRun run = cpu.run(one.scenario, {.seed = seed, .deviceLevel = true});
      REQUIRE(run.status == SubjectRun::Status::Ran);
      if (!contradiction(one, run.observations).empty()) return one.scenario.id;
    }
  }
  return "";
}

TEST_CASE("each fault is noticed: it makes some case of the catalogue, or a graph of operators, fail") {
  for (const cpu::Fault& fault : cpu::allFaults()) {
    if (catalogue().empty()) break;
    std::string noticed = firstNoticed(*makeCpu(fault.name));
    if (noticed.empty()) noticed = firstWrongValue(*makeCpu(fault.name));
    MESSAGE(fault.name, ": first ", noticed);
    CHECK(noticed != "");
  }
}

}  // namespace
}  // namespace conform::tests
