#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "checker/compare/claims.hpp"
#include "checker/scenario/load.hpp"
#include "model/explorer/operations.hpp"
#include "model/semantics/Semantics.hpp"

namespace conform {
namespace {

std::string scenariosDirectory() {
  return SCENARIOS_DIRECTORY;
}

/// The automaton of `theirs` with the symbols that `ours` has for the same observations; one that ours does not have
/// gets a number of its own.
explorer::Automaton inSymbolsOf(const AllowedOutcomes& ours, const AllowedOutcomes& theirs) {
  std::vector<Observation> known{{}};
  const auto numberOf = [&](const Observation& observation, explorer::Symbol own) {
    if (known.size() <= own) known.resize(own + 1);
    known[own] = observation;
  };
  for (const auto& edge : ours.automaton().edges) numberOf(ours.observation(edge.symbol), edge.symbol);
  std::vector<explorer::Symbol> symbols;
  for (const auto& edge : theirs.automaton().edges) {
    const Observation& observation = theirs.observation(edge.symbol);
    auto at = std::find(known.begin() + 1, known.end(), observation);
    if (at == known.end()) at = known.insert(at, observation);
    if (symbols.size() <= edge.symbol) symbols.resize(edge.symbol + 1, 0);
    symbols[edge.symbol] = static_cast<explorer::Symbol>(at - known.begin());
  }
  return explorer::relabelled(theirs.automaton(), symbols);
}

TEST_CASE("the allowed outcomes of every shipped scenario are what it claims, under each semantics") {
  std::size_t claims = 0, wrongOnes = 0, notModelled = 0, notApplicable = 0, unknown = 0, equal = 0;
  std::map<std::string, std::size_t> reasons;
  for (const std::string& file : scenarioFilesIn(scenariosDirectory())) {
    const Loaded loaded = loadFile(file);
    CHECK(loaded.errors.empty());
    for (const Scenario& scenario : loaded.scenarios) {
      for (const auto& [name, ignored] : scenario.allowed) {
        const Semantics semantics = parseSemantics(name);
        const auto claim = scenario.claimFor(name, semantics.isBasic);
        if (!claim) continue;
        ++claims;
        ExploreOptions options;
        options.maxStates = 300'000;
        const auto answer = allowedOutcomes(scenario, semantics, options);
        if (const auto* why = std::get_if<NotApplicable>(&answer)) {
          if (why->why == NotApplicable::Why::SetupFails) {
            ++notApplicable;
          } else {
            ++notModelled;
            ++reasons[why->reason];
          }
          continue;
        }
        const auto& outcomes = std::get<AllowedOutcomes>(answer);
        if (!outcomes.complete()) {
          ++unknown;
          continue;
        }
        // The oracle agrees.
        options.engine = Engine::Full;
        const auto full = allowedOutcomes(scenario, semantics, options);
        if (std::get<AllowedOutcomes>(full).complete()) {
          ++equal;
          CHECK_MESSAGE(
              std::get<AllowedOutcomes>(full).automaton() == inSymbolsOf(std::get<AllowedOutcomes>(full), outcomes),
              scenario.id << " under " << name);
        }
        options.engine = Engine::Reduced;
        options.deviceLevel = true;
        const auto device = allowedOutcomes(scenario, semantics, options);
        options.deviceLevel = false;
        const auto wrong = wrongClaims(*claim, outcomes, claim->trace ? &std::get<AllowedOutcomes>(device) : nullptr);
        for (const std::string& one : wrong) MESSAGE(scenario.id << " under " << name << ": " << one);
        wrongOnes += wrong.empty() ? 0 : 1;
      }
    }
  }
  for (const auto& [reason, count] : reasons) MESSAGE(reason << ": " << count);
  MESSAGE(claims << " claims, " << wrongOnes << " wrong, " << notModelled << " not modelled, " << notApplicable
                 << " not applicable, " << unknown << " unknown; full and default compared on " << equal);
  CHECK(wrongOnes == 0);
  CHECK(notModelled == 0);
}

TEST_CASE("each catalogue case has the allowed set that it claims, under every named semantics") {
  std::vector<Scenario> cases;
  for (const char* room : {"/thread", "/spec"}) {
    for (const std::string& file : scenarioFilesIn(scenariosDirectory() + room)) {
      for (Scenario& scenario : loadFile(file).scenarios) {
        if (scenario.othersAsDraft) cases.push_back(std::move(scenario));  // Claims something of every semantics.
      }
    }
  }
  CHECK(cases.size() >= 278);
  for (const NamedSemantics* named : namedSemantics()) {
    if (named->isComposed) continue;
    const std::string name{named->name};
    std::size_t equal = 0, notApplicable = 0;
    for (const Scenario& scenario : cases) {
      const auto answer = allowedOutcomes(scenario, parseSemantics(name), {});
      if (const auto* why = std::get_if<NotApplicable>(&answer)) {
        CHECK_MESSAGE(why->why == NotApplicable::Why::SetupFails, scenario.id << ": " << why->reason);
        ++notApplicable;
        continue;
      }
      const auto claim = scenario.claimFor(name, true);
      REQUIRE(claim);
      const auto wrong = wrongClaims(*claim, std::get<AllowedOutcomes>(answer), nullptr);
      for (const std::string& one : wrong) FAIL_CHECK(scenario.id << " under " << name << ": " << one);
      equal += wrong.empty() ? 1 : 0;
    }
    MESSAGE(name << ": the sets of " << equal << " of " << cases.size() << " cases are equal, " << notApplicable
                 << " do not apply");
  }
}

}  // namespace
}  // namespace conform
