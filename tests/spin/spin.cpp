// Spin's complete lists of outcomes against ours: shipped and generated scenarios, each exported as a Promela model
// under three semantics. The exporter shares no step of any algorithm with the model.
//
// usage: test-spin SCENARIOS [all]. Those that allow most are asked, some for each kind of step; all takes minutes.
// Exit status: 0 all equal, 1 not, 77 Spin is not installed.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>
#include <utility>

#include "checker/bench/FamilyScenario.hpp"
#include "checker/bench/Spin.hpp"
#include "checker/bench/contenders.hpp"
#include "checker/export/PromelaNumbering.hpp"
#include "checker/generate/generateScenario.hpp"
#include "checker/scenario/load.hpp"
#include "model/explorer/operations.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace {

using namespace conform;

constexpr std::size_t racesWanted = 11, controlledWanted = 6, refusedWanted = 4, specialWanted = 3, generatedWanted = 9,
                      statesAtMost = 30'000, outcomesAtMost = 2'000;
constexpr std::array semanticsOfTest{std::pair{"draft", PromelaSemantics::Draft},
                                     std::pair{"option-1", PromelaSemantics::Option1},
                                     std::pair{"option-2", PromelaSemantics::Option2}};

/// Our outcomes as the exported model writes them; nothing where they are not to be had, or not worth Spin's time.
std::vector<std::string> outcomesOf(const Scenario& scenario, const char* semantics,
                                    const Granularity& granularity = {}) {
  ExploreOptions options;
  options.granularity = granularity;
  options.engine = Engine::Full;
  options.maxStates = statesAtMost;
  const auto full = allowedOutcomes(scenario, parseSemantics(semantics), options);
  const bool isSmall = std::holds_alternative<AllowedOutcomes>(full) && std::get<AllowedOutcomes>(full).complete();
  if (!isSmall && granularity.isTheDrafts()) return {};
  options.engine = Engine::Reduced;
  const auto answer = allowedOutcomes(scenario, parseSemantics(semantics), options);
  const auto& outcomes = std::get<AllowedOutcomes>(answer);
  const auto words = explorer::words(outcomes.automaton(), outcomesAtMost + 1);
  if (words.size() > outcomesAtMost) return {};
  std::vector<std::string> lines;
  for (const explorer::Word& word : words) {
    Observations observations;
    for (const explorer::Symbol symbol : word) observations.push_back(outcomes.observation(symbol));
    lines.push_back(promelaLine(observations));
  }
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

struct Question {
  Scenario scenario;
  std::array<std::vector<std::string>, semanticsOfTest.size()> ours;
  std::size_t outcomes() const {
    std::size_t most = 0;
    for (const auto& lines : ours) most = std::max(most, lines.size());
    return most;
  }
};

/// Whether Spin can be asked about this scenario under every semantics.
bool prepare(const Scenario& scenario, std::vector<Question>& questions) {
  if (!std::holds_alternative<std::string>(exportPromela(scenario, PromelaSemantics::Draft))) return false;
  Question question{scenario, {}};
  for (std::size_t i = 0; i < semanticsOfTest.size(); ++i) {
    question.ours[i] = outcomesOf(scenario, semanticsOfTest[i].first);
    if (question.ours[i].empty()) return false;
  }
  questions.push_back(std::move(question));
  return true;
}

bool usesControl(const Scenario& scenario) {
  return std::ranges::any_of(scenario.script, [](const Step& step) {
    return std::holds_alternative<Pause>(step.what) || std::holds_alternative<Drain>(step.what) ||
           std::holds_alternative<RunTimeline>(step.what);
  });
}

/// Whether a call is refused for what it was given.
bool misfits(const Scenario& scenario) {
  const promela::Numbering numbering = promela::number(scenario);
  return std::ranges::any_of(numbering.pieces, [](const promela::Piece& piece) {
    return std::ranges::any_of(piece.steps, [](const promela::Numbered& step) { return step.isForeign || !step.fits; });
  });
}

bool hasInfinityOrNaN(const Scenario& scenario) {
  const promela::Numbering numbering = promela::number(scenario);
  return std::ranges::any_of(numbering.literals, [](const std::vector<float>& literal) {
    return std::ranges::any_of(literal, [](float value) { return !std::isfinite(value); });
  });
}

std::vector<Question> allQuestions(const std::string& folder, bool all) {
  std::vector<Question> questions;
  for (const std::string& file : scenarioFilesIn(folder)) {
    for (const Scenario& scenario : loadFile(file).scenarios) prepare(scenario, questions);
  }
  // Those that allow most are asked; some that pause a timeline or run it by hand; some with calls that are
  // refused, or with values that are no finite numbers.
  std::ranges::stable_sort(questions, std::greater{}, &Question::outcomes);
  std::size_t races = 0, controlled = 0, refused = 0, special = 0;
  std::erase_if(questions, [&](const Question& one) {
    return !all && (usesControl(one.scenario)        ? ++controlled > controlledWanted
                    : misfits(one.scenario)          ? ++refused > refusedWanted
                    : hasInfinityOrNaN(one.scenario) ? ++special > specialWanted
                                                     : ++races > racesWanted);
  });
  GenerateOptions options;
  options.buffers = false;  // Cannot be exported.
  const std::size_t wanted = questions.size() + generatedWanted;
  for (std::uint64_t seed = 0; questions.size() < wanted && seed < 5'000; ++seed) {
    if (prepare(generateScenario(seed, options), questions) && questions.back().outcomes() < 4) questions.pop_back();
  }
  return questions;
}

std::vector<std::string> linesOf(const std::string& file) {
  std::istringstream text{readTextFile(file)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// What differs; empty where nothing does.
std::string difference(const std::vector<std::string>& ours, const std::vector<std::string>& spins) {
  std::string text;
  const auto tell = [&](const char* who, const auto& these, const auto& others) {
    for (const std::string& line : these) {
      if (!std::ranges::binary_search(others, line)) text += std::string{"\n    only "} + who + ": " + line;
    }
  };
  tell("ours", ours, spins);
  tell("Spin's", spins, ours);
  return text;
}

/// The family in coarser steps: exported, reduced by hand by somebody else's thinking, and ours. Whether all are equal.
bool familyIsEqual(const std::string& scratch) {
  bool allEqual = true;
  for (const Family& family : {Family{2, 1, 1, 1, true, true}, Family{2, 2, 1, 1, true, true}}) {
    const Scenario scenario = familyScenario(family);
    const std::vector<std::string> ours = outcomesOf(scenario, "draft", pinned);
    const auto ask = [&](const char* what, const std::string& model, std::vector<std::string> definitions) {
      const SpinVerifier verifier{model, {std::move(definitions), {"-O1"}, {"-m100000", "-w18"}, {}}};
      const SpinResult spin = verifier.run(scratch + "/family");
      const std::string differs = spin.problem.empty() ? difference(ours, linesOf(scratch + "/family")) : spin.problem;
      allEqual = allEqual && differs.empty() && !ours.empty();
      std::cout << (differs.empty() ? "equal      " : "DIFFERENT  ") << "family " << family.name() << " " << what
                << ": " << ours.size() << " outcomes, " << spin.states << " states" << differs << "\n";
    };
    ask("reduced by hand", std::string{familyReducedModel()}, family.definitions());
    if (family.tensors == 1)  // More of them take Spin's time.
      ask("exported", std::get<std::string>(exportPromela(scenario, PromelaSemantics::Draft, pinned)), {});
  }
  return allEqual;
}

}  // namespace

int main(int count, char** arguments) {
  const bool all = count == 3 && std::string_view{arguments[2]} == "all";
  if (count != 2 && !all) return 2;
  if (const std::string missing = spinIsMissing(); !missing.empty()) {
    std::cout << "skipped: " << missing << " is not installed\n";
    return 77;
  }
  const std::vector<Question> questions = allQuestions(arguments[1], all);
  std::atomic<std::size_t> next = 0, equal = 0, different = 0, outcomes = 0;
  const ScratchDirectory scratch;
  std::mutex printing;
  const auto work = [&] {
    for (std::size_t at; (at = next++) < questions.size() * semanticsOfTest.size();) {
      const Question& question = questions[at / semanticsOfTest.size()];
      const std::size_t which = at % semanticsOfTest.size();
      const auto& [semantics, exported] = semanticsOfTest[which];
      const SpinVerifier verifier{std::get<std::string>(exportPromela(question.scenario, exported)),
                                  {{}, {"-O0"}, {"-m10000", "-w18"}, {}}};
      const std::string file = scratch.path() + "/" + std::to_string(at);
      const SpinResult spin = verifier.run(file);
      const std::vector<std::string> theirs = linesOf(file);
      const std::string differs = spin.problem.empty() ? difference(question.ours[which], theirs) : spin.problem;
      ++(differs.empty() ? equal : different);
      outcomes += theirs.size();
      const std::lock_guard lock{printing};
      std::cout << (differs.empty() ? "equal      " : "DIFFERENT  ") << question.scenario.id << " under " << semantics
                << ": " << theirs.size() << " outcomes, " << spin.states << " states" << differs << "\n";
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  std::cout << questions.size() << " scenarios under " << semanticsOfTest.size() << " semantics: " << equal
            << " equal, " << different << " different, " << outcomes << " outcomes\n";
  const bool familyAgrees = familyIsEqual(scratch.path());
  // Where Spin agrees, its lists tell the semantics apart as ours do: enough of ours have to.
  const auto toldApart = std::ranges::count_if(
      questions, [](const Question& one) { return one.ours[0] != one.ours[1] || one.ours[0] != one.ours[2]; });
  std::cout << toldApart << " of the scenarios tell the semantics apart\n";
  return different == 0 && familyAgrees && questions.size() >= 25 && toldApart >= 10 ? 0 : 1;
}
