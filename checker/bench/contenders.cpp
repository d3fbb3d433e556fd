#include "checker/bench/contenders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "checker/bench/Process.hpp"
#include "checker/bench/Spin.hpp"
#include "checker/export/promela.hpp"
#include "model/explorer/operations.hpp"

namespace conform {
namespace {

/// What is too fast to be measured once is run again and again for so long.
constexpr double longEnough = 0.2;

void writeSorted(const std::string& file, std::vector<std::string> lines) {
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  writeTextFile(file, text);
}

/// As the family's Promela models print them.
std::vector<std::string> familyLines(const explorer::Automaton& automaton) {
  std::vector<std::string> lines;
  explorer::forEachWord(automaton, [&](const explorer::Word& word) {
    std::string& line = lines.emplace_back();
    for (const explorer::Symbol symbol : word) line += fmt::format("{:04x} ", symbol - 1);
    return true;
  });
  return lines;
}

std::vector<std::string> scenarioLines(const AllowedOutcomes& outcomes) {
  std::vector<std::string> lines;
  explorer::forEachWord(outcomes.automaton(), [&](const explorer::Word& word) {
    Observations observations;
    for (const explorer::Symbol symbol : word) observations.push_back(outcomes.observation(symbol));
    lines.push_back(promelaLine(observations));
    return true;
  });
  return lines;
}

/// What a run in a process of its own reports.
struct Told {
  double states, transitions;
  std::string outcomes;
};

/// Runs `once` in a process of its own, as often as it takes to measure it; then `finish`, unmeasured.
Measured measure(const std::function<Told()>& once, const std::function<void()>& finish) {
  const ProcessResult ran = runForked([&] {
    const double begun = cpuSecondsSoFar();
    unsigned runs = 0;
    Told told;
    do {
      told = once();
      ++runs;
    } while (cpuSecondsSoFar() - begun < longEnough);
    const double seconds = (cpuSecondsSoFar() - begun) / runs;
    finish();
    return fmt::format("{} {} {} {}", seconds, told.states, told.transitions, told.outcomes);
  });
  Measured measured;
  if (ran.exitStatus != 0) {
    measured.problem = ran.output.empty() ? fmt::format("died with status {}", ran.exitStatus) : ran.output;
    return measured;
  }
  std::istringstream{ran.output} >> measured.cpuSeconds >> measured.states >> measured.transitions >> measured.outcomes;
  measured.peakKiB = ran.peakKiB;
  return measured;
}

const std::string& nameOf(Engine engine) {
  return engine == Engine::Reduced ? defaultEngine : engine == Engine::Full ? fullExact : fullFingerprints;
}

}  // namespace

Contender familyContender(const Family& family, Engine engine, bool lists) {
  const auto run = [=](const std::string& file) {
    FamilySystem system{
        family, engine == Engine::Reduced ? FamilySystem::Interleavings::Visible : FamilySystem::Interleavings::All};
    const auto method = engine == Engine::Reduced ? explorer::Method::LogOnEdges
                        : engine == Engine::Full  ? explorer::Method::LogInState
                                                  : explorer::Method::Fingerprints;
    explorer::Automaton automaton;
    return measure(
        [&] {
          explorer::Explored explored = explorer::explore(system, method, {});
          automaton = std::move(explored.automaton);
          return Told{static_cast<double>(explored.states), static_cast<double>(explored.transitions),
                      explorer::count(automaton).text()};
        },
        [&] {
          if (lists) writeSorted(file, familyLines(automaton));
        });
  };
  return {nameOf(engine), 0, lists, run};
}

Contender familyListingContender(const Family& family) {
  const auto run = [=](const std::string& file) {
    FamilySystem system{family, FamilySystem::Interleavings::Visible};
    return measure(
        [&] {
          const auto explored = explorer::explore(system, explorer::Method::LogOnEdges, {});
          const std::vector<std::string> lines = familyLines(explored.automaton);
          const std::string number = std::to_string(lines.size());
          writeSorted(file, lines);
          return Told{static_cast<double>(explored.states), static_cast<double>(explored.transitions), number};
        },
        [] {});
  };
  return {defaultListing, 0, true, run};
}

Contender scenarioContender(const Scenario& scenario, const Semantics& semantics, Engine engine, const Caps& caps) {
  const auto run = [=](const std::string& file) {
    ExploreOptions options;
    options.engine = engine;
    options.maxStates = 1'000'000'000;
    options.maxMemory = caps.memory;
    options.timeoutSeconds = caps.seconds;
    std::shared_ptr<AllowedOutcomes> outcomes;
    return measure(
        [&] {
          auto answer = allowedOutcomes(scenario, semantics, options);
          if (const auto* why = std::get_if<NotApplicable>(&answer)) throw std::runtime_error(why->reason);
          outcomes = std::make_shared<AllowedOutcomes>(std::get<AllowedOutcomes>(std::move(answer)));
          if (!outcomes->complete()) throw std::runtime_error("did not end: " + outcomes->whyIncomplete());
          return Told{static_cast<double>(outcomes->statesExplored()), static_cast<double>(outcomes->transitions()),
                      explorer::count(outcomes->automaton()).text()};
        },
        [&] { writeSorted(file, scenarioLines(*outcomes)); });
  };
  return {nameOf(engine), 0, true, run};
}

Contender spinContender(const std::string& name, const std::string& model, std::vector<std::string> definitions,
                        std::vector<std::string> flags, const Caps& caps) {
  flags.insert(flags.end(), {"-O2", fmt::format("-DMEMLIM={}", caps.memory >> 20)});
  const auto verifier =
      std::make_shared<SpinVerifier>(model, SpinOptions{std::move(definitions),
                                                        std::move(flags),
                                                        {"-m100000", fmt::format("-w{}", caps.spinTable)},
                                                        {caps.memory * 2, caps.seconds}});
  const auto run = [verifier, memory = caps.memory, seconds = caps.seconds](const std::string& file) {
    const SpinResult spin = verifier->run(file);
    std::string lines;
    if (spin.problem.empty()) lines = runProcess({"wc", "-l", file}, "/").output;
    return Measured{spin.problem,     spin.cpuSeconds, spin.states,
                    spin.transitions, spin.peakKiB,    lines.substr(0, lines.find(' '))};
  };
  return {name, verifier->buildSeconds(), true, run};
}

std::vector<Contender> spinContenders(const std::string& model, const std::vector<std::string>& definitions,
                                      const Caps& caps) {
  return {spinContender(spinDefault, model, definitions, {}, caps),
          spinContender(spinUnreduced, model, definitions, {"-DNOREDUCE"}, caps),
          spinContender(spinCollapsed, model, definitions, {"-DCOLLAPSE"}, caps)};
}

}  // namespace conform
