#include "checker/bench/contenders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <unordered_map>
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

/// Hands over one line for each outcome, as the exported models print them; gives their number.
std::size_t forEachLine(const AllowedOutcomes& outcomes, const std::function<void(const std::string&)>& take) {
  std::unordered_map<explorer::Symbol, std::pair<std::string, bool>> texts;  // Whether it is a promise that is pending.
  std::vector<std::string> pending;
  std::string line;
  std::size_t lines = 0;
  explorer::forEachWord(outcomes.automaton(), [&](const explorer::Word& word) {
    line.clear();
    pending.clear();
    for (const explorer::Symbol symbol : word) {
      auto found = texts.find(symbol);
      if (found == texts.end()) {
        const Observation& seen = outcomes.observation(symbol);
        found = texts.emplace(symbol, std::pair{promelaLine({seen}), seen.kind == Observation::Kind::Pending}).first;
      }
      if (found->second.second) {
        pending.push_back(found->second.first);
      } else {
        line += found->second.first;
      }
    }
    std::ranges::sort(pending);
    for (const std::string& one : pending) line += one;
    take(line);
    ++lines;
    return true;
  });
  return lines;
}

std::vector<std::string> linesOf(const AllowedOutcomes& outcomes) {
  std::vector<std::string> lines;
  forEachLine(outcomes, [&](const std::string& line) { lines.push_back(line); });
  return lines;
}

std::shared_ptr<AllowedOutcomes> answer(const Asked& asked, Engine engine, const Caps& caps) {
  ExploreOptions options;
  options.engine = engine;
  options.granularity = asked.granularity;
  options.maxStates = 1'000'000'000;
  options.maxMemory = caps.memory;
  options.timeoutSeconds = caps.seconds;
  auto answer = allowedOutcomes(asked.scenario, asked.semantics, options);
  if (const auto* why = std::get_if<NotApplicable>(&answer)) throw std::runtime_error(why->reason);
  auto outcomes = std::make_shared<AllowedOutcomes>(std::get<AllowedOutcomes>(std::move(answer)));
  if (!outcomes->complete()) throw std::runtime_error("did not end: " + outcomes->whyIncomplete());
  return outcomes;
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

Contender modelContender(const Asked& asked, Engine engine, const Caps& caps, bool lists) {
  const auto run = [=](const std::string& file) {
    std::shared_ptr<AllowedOutcomes> outcomes;
    return measure(
        [&] {
          outcomes = answer(asked, engine, caps);
          return Told{static_cast<double>(outcomes->statesExplored()), static_cast<double>(outcomes->transitions()),
                      explorer::count(outcomes->automaton()).text()};
        },
        [&] {
          if (lists) writeSorted(file, linesOf(*outcomes));
        });
  };
  return {nameOf(engine), 0, lists, run};
}

Contender listingContender(const Asked& asked, const Caps& caps) {
  const auto run = [=](const std::string& file) {
    return measure(
        [&] {
          const auto outcomes = answer(asked, Engine::Reduced, caps);
          std::ofstream out{file, std::ios::binary};  // In any order, as Spin writes them.
          const std::size_t lines = forEachLine(*outcomes, [&](const std::string& line) { out << line << '\n'; });
          return Told{static_cast<double>(outcomes->statesExplored()), static_cast<double>(outcomes->transitions()),
                      std::to_string(lines)};
        },
        [&] {
          runProcess({"sort", "-u", "-o", file, file}, "/", {"LC_ALL=C"});
        });
  };
  return {defaultListing, 0, true, run};
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
