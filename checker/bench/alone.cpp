#include "checker/bench/alone.hpp"

#include <fmt/format.h>

#include <random>
#include <stdexcept>

#include "checker/bench/Contest.hpp"
#include "checker/bench/FamilyScenario.hpp"
#include "checker/bench/Process.hpp"
#include "checker/generate/generateScenario.hpp"
#include "model/explorer/operations.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform {
namespace {

AllowedOutcomes ask(const Scenario& scenario, const Semantics& semantics) {
  auto answer = allowedOutcomes(scenario, semantics, {});
  if (const auto* why = std::get_if<NotApplicable>(&answer)) throw std::runtime_error(why->reason);
  return std::get<AllowedOutcomes>(std::move(answer));
}

/// The least of three rounds, of as many runs as take a fifth of a second. CPU seconds.
template <class Work>
double leastTime(const Work& work) {
  double least = 1e9;
  for (int round = 0; round < 3; ++round) {
    const double begun = cpuSecondsSoFar();
    unsigned runs = 0;
    for (; runs == 0 || cpuSecondsSoFar() - begun < 0.2; ++runs) work();
    least = std::min(least, (cpuSecondsSoFar() - begun) / runs);
  }
  return least;
}

Promise time(const std::string& what, double seconds, double floor) {
  return {what, secondsAsText(seconds), "under " + secondsAsText(floor), seconds < floor};
}
Promise rate(const std::string& what, double rate, double floor, const char* unit) {
  return {what, fmt::format("{:.0f} {}", rate, unit), fmt::format("{:.0f} {}", floor, unit), rate >= floor};
}

Promise twentyReads(const char* semantics, double floor) {
  const Scenario scenario = familyScenario({1, 1, 20, 1, true, true});
  const Semantics reading = parseSemantics(semantics);
  return time(fmt::format("one context, 20 reads, a timer, a loss at any time, {}", semantics),
              leastTime([&] { ask(scenario, reading); }), floor);
}

Promise manyOutcomes() {
  const Scenario scenario = familyScenario({3, 1, 10, 0, false, true});
  const Semantics draft = parseSemantics("draft");
  explorer::BigCount count;
  const double seconds = leastTime([&] { count = explorer::count(ask(scenario, draft).automaton()); });
  Promise promise = time(fmt::format("{} outcomes explored and counted", count.text()), seconds, 1);
  promise.isKept = promise.isKept && count.approximate() >= 1e12;
  return promise;
}

Promise membership() {
  const AllowedOutcomes outcomes = ask(familyScenario({}), parseSemantics("draft"));
  const auto counts = explorer::countsOf(outcomes.automaton());
  std::mt19937_64 random{1};
  std::vector<explorer::Word> words;
  std::size_t events = 0;
  for (int i = 0; i < 1'000; ++i) {
    words.push_back(explorer::sample(outcomes.automaton(), counts, random));
    events += words.back().size();
  }
  std::size_t accepted = 0, asked = 0;
  const double seconds = leastTime([&] {
    for (const explorer::Word& word : words) accepted += explorer::contains(outcomes.automaton(), word) ? 1 : 0;
    asked += words.size();
  });
  Promise promise = rate("membership of observed runs (1,000 runs of Medium)", static_cast<double>(events) / seconds,
                         10e6, "events/s");
  promise.isKept = promise.isKept && accepted == asked;
  return promise;
}

Promise smallScenarios() {
  const Semantics draft = parseSemantics("draft");
  constexpr std::uint64_t seeds = 1'000;
  const double seconds = leastTime([&] {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) ask(generateScenario(seed), draft);
  });
  return rate("small scenarios generated and explored", seeds / seconds, 2'000, "a core and second");
}

}  // namespace

std::vector<Promise> measureAlone() {
  return {twentyReads("draft", 2e-3), twentyReads("option-1", 20e-3), manyOutcomes(), membership(), smallScenarios()};
}

}  // namespace conform
