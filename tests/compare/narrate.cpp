// A told run: who queued what, which step decided what, and what happened to the memory.
#include <algorithm>

#include "checker/compare/differences.hpp"
#include "model/explorer/operations.hpp"
#include "tests/compare/given.hpp"

namespace conform::tests {
namespace {

std::vector<NarratedStep> told(const AllowedOutcomes& outcomes) {
  const std::vector<explorer::Word> words = explorer::words(outcomes.automaton(), 1);
  REQUIRE(words.size() == 1);
  return outcomes.narrate(words[0]);
}

TEST_CASE("every outcome of every scenario of the thread can be told, and what is told shows just that outcome") {
  std::size_t runs = 0;
  for (const std::string& file : scenarioFilesIn(std::string{SCENARIOS_DIRECTORY} + "/thread")) {
    for (const Scenario& scenario : loadFile(file).scenarios) {
      for (const char* semantics : {"draft", "option-1", "option-2", "prototype-2024", "chromium-153"}) {
        const auto answer = allowedOutcomes(scenario, parseSemantics(semantics), {});
        const auto* outcomes = std::get_if<AllowedOutcomes>(&answer);
        if (outcomes == nullptr) continue;
        for (const explorer::Word& word : explorer::words(outcomes->automaton(), 20)) {
          std::vector<Observation> shown, wanted;
          for (const NarratedStep& line : outcomes->narrate(word)) {
            for (const auto& one : line.observations) shown.push_back(one.observation);
          }
          for (const explorer::Symbol symbol : word) wanted.push_back(outcomes->observation(symbol));
          CHECK_MESSAGE(shown == wanted, scenario.id << " under " << semantics);
          ++runs;
        }
      }
    }
  }
  CHECK(runs > 100);
}

TEST_CASE("a cause comes before its effect, and what the device does is caused by a line of its context") {
  for (const char* id : {"seed-01-original", "seed-17-chained-dispatch-intermediate-destroyed"}) {
    const auto lines = told(allowedUnder(threadScenario(id), "draft"));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].causedBy) CHECK(*lines[i].causedBy < i);
      if (lines[i].lane != NarratedStep::Lane::Device) continue;
      REQUIRE(lines[i].causedBy);
      CHECK(lines[*lines[i].causedBy].context == lines[i].context);
    }
  }
}

TEST_CASE("the step that decides is the one that ran: the rejection under draft, the delivery under option 1") {
  const auto decides = [](const char* semantics) {
    return textOf(decidingStep(told(allowedUnder(threadScenario("seed-01-original"), semantics)), 2));
  };
  CHECK(decides("draft") == "#dom-mltensor-destroy step 2.2");
  CHECK(decides("option-1") == "#dom-mlcontext-readtensor step 8.1.3.3");
  CHECK(decides("prototype-2024") == "#dom-mltensor-destroy step 2");
}

TEST_CASE("memory that a run allocates and releases adds up: destroyed tensors are gone, the others stay") {
  const Scenario scenario = scenarioWith(R"("script": [
    {"call": "createTensor", "on": "c", "as": "v", "descriptor": {"dataType": "int64", "shape": [3]}},
    {"call": "destroy", "on": "t"}, {"call": "destroy", "on": "t"}])");
  std::int64_t bytes = 0, peak = 0;
  for (const NarratedStep& line : told(allowedUnder(scenario, "draft"))) {
    bytes += line.bytes;
    peak = std::max(peak, bytes);
  }
  CHECK(bytes == 8 + 24);  // u and v
  CHECK(peak == 8 + 8 + 24);
}

}  // namespace
}  // namespace conform::tests
