// conform bench: our engines beside Spin, the outcome sets compared, and the floors that are promised.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include "checker/bench/FamilyScenario.hpp"
#include "checker/bench/Spin.hpp"
#include "checker/bench/alone.hpp"
#include "checker/bench/contenders.hpp"
#include "checker/bench/kernels.hpp"
#include "checker/cli/Command.hpp"
#include "checker/cli/files.hpp"
#include "checker/export/promela.hpp"
#include "checker/scenario/load.hpp"

namespace conform {
namespace {

struct Options {
  std::string what = "small", semantics = "draft";
  std::vector<std::string> vectors;
  unsigned rounds = 3;
  std::size_t memory = 8192;
  unsigned seconds = 600;
  bool noFloors = false;
};

class Bench {
 public:
  explicit Bench(const Options& options)
      : options_(options), caps_{options.memory << 20, options.seconds}, missing_(spinIsMissing()) {
    if (!missing_.empty()) std::cout << "skipped: Spin's part, since " << missing_ << " is not installed\n";
  }

  void small() {
    caps_.spinTable = 18;  // A larger one costs more to clear than these searches.
    for (const Family& family :
         {Family{2, 1, 1, 1, true, true}, Family{1, 4, 1, 1, true, true}, Family{2, 2, 1, 1, true, false}})
      contest("family " + family.name(), {familyScenario(family), draft_, pinned});
    alone();
  }

  void medium() {
    const Scenario scenario = familyScenario({});
    const ContestResult result = contest("Medium, its granularity pinned", {scenario, draft_, pinned});
    floor(result, spinDefault, defaultEngine, 10'000);
    floor(result, spinDefault, fullExact, 3);
    floor(result, spinDefault, fullFingerprints, 5);
    const Standing *spin = result.find(spinDefault), *ours = result.find(fullFingerprints);
    if (spin != nullptr && ours != nullptr) {
      const double share = static_cast<double>(ours->last.peakKiB) / static_cast<double>(spin->last.peakKiB);
      ratios_.push_back(fmt::format("{}: {:.3f} of {}'s memory (at most 0.25)", fullFingerprints, share, spinDefault));
      check(share <= 0.25);
    }
    const ContestResult drafts = contest("Medium, the draft's own granularity", {scenario, draft_, {}});
    const std::string& peer = peerIn(drafts);
    const std::string where = " on the draft's own granularity";
    floor(drafts, peer, defaultEngine, 10'000, where);
    floor(drafts, peer, fullExact, 3, where);
    floor(drafts, peer, fullFingerprints, 5, where);
    alone();
  }

  void big() {
    const Family family{3, 3, 1, 1, true, true};
    const Asked asked{familyScenario(family), draft_, pinned};
    std::vector<Contender> contenders{modelContender(asked, Engine::Reduced, caps_, false),
                                      listingContender(asked, caps_)};
    if (missing_.empty())
      contenders.push_back(
          spinContender(spinByHand, std::string{familyReducedModel()}, family.definitions(), {}, caps_));
    const ContestResult result = contest("family " + family.name(), contenders);
    floor(result, spinByHand, defaultEngine, 500);
    floor(result, spinByHand, defaultListing, 3);
    for (const Family& larger : {Family{3, 4, 1, 1, true, true}, Family{4, 4, 1, 1, true, true}})
      contest("family " + larger.name() + ", counted only",
              std::vector{modelContender({familyScenario(larger), draft_, pinned}, Engine::Reduced, caps_, false)});
    alone();
  }

  int file() {
    const Loaded loaded = loadFile(options_.what);
    tell(loaded.errors);
    if (loaded.scenarios.size() != 1) throw UsageError("the file must hold one scenario");
    const Scenario& scenario = loaded.scenarios.front();
    caps_.spinTable = 18;
    contest(scenario.id + " under " + options_.semantics, {scenario, parseSemantics(options_.semantics), {}});
    return status();
  }

  int status() {
    for (const std::string& line : ratios_) std::cout << line << "\n";
    if (different_) std::cout << "the outcome sets are not equal\n";
    if (missed_ && !options_.noFloors) std::cout << "a floor is missed\n";
    return different_ || (missed_ && !options_.noFloors) ? 1 : 0;
  }

 private:
  ContestResult contest(const std::string& title, const std::vector<Contender>& contenders) {
    std::cout << title << "\n" << std::flush;
    ContestResult result = runContest(contenders, options_.rounds);
    print(result, result.find(spinByHand) != nullptr ? spinByHand : peerIn(result), std::cout);
    different_ = different_ || !result.differences.empty();
    return result;
  }

  /// The three engines, and three ways to run Spin, where it can be asked.
  ContestResult contest(const std::string& title, const Asked& asked) {
    std::vector<Contender> contenders;
    for (const Engine engine : {Engine::Reduced, Engine::Full, Engine::Fingerprints})
      contenders.push_back(modelContender(asked, engine, caps_));
    if (const std::string model = modelOf(asked); !model.empty()) {
      for (Contender& contender : spinContenders(model, {}, caps_)) contenders.push_back(std::move(contender));
    }
    return contest(title, contenders);
  }

  /// Spin's default, or compressed where that does not end within the memory: Medium at the draft's granularity is 13
  /// GiB.
  static const std::string& peerIn(const ContestResult& result) {
    return result.find(spinDefault) != nullptr || result.find(spinCollapsed) == nullptr ? spinDefault : spinCollapsed;
  }

  /// Empty where Spin cannot be asked; why is told.
  std::string modelOf(const Asked& asked) {
    if (!missing_.empty()) return "";
    const auto semantics = promelaSemanticsNamed(asked.semantics.name);
    if (!semantics) {
      std::cout << "skipped: Spin's part, since Promela cannot be exported under " << asked.semantics.name << "\n";
      return "";
    }
    const auto exported = exportPromela(asked.scenario, *semantics, asked.granularity);
    if (const auto* model = std::get_if<std::string>(&exported)) return *model;
    std::cout << "skipped: Spin's part, since the scenario cannot be exported: "
              << std::get<PromelaProblems>(exported).reasons.front() << "\n";
    return "";
  }

  void alone() {
    for (const Promise& promise : measureAlone()) {
      ratios_.push_back(fmt::format("{}: {} (floor: {})", promise.what, promise.measured, promise.floor));
      check(promise.isKept);
    }
  }

  void floor(const ContestResult& result, const std::string& peer, const std::string& ours, double floor,
             const std::string& where = {}) {
    const Standing *theirs = result.find(peer), *mine = result.find(ours);
    if (theirs == nullptr || mine == nullptr) return;
    const double least = theirs->least / mine->least;
    ratios_.push_back(fmt::format("{}{}: {:.1f}x as fast as {}, medians {:.1f}x (floor: {:.0f}x)", ours, where, least,
                                  peer, theirs->median / mine->median, floor));
    check(least >= floor);
  }
  void check(bool isKept) {
    if (isKept) return;
    missed_ = true;
    ratios_.back() += "  MISSED";
  }

  const Options& options_;
  Caps caps_;
  const Semantics draft_ = parseSemantics("draft");
  std::string missing_;
  std::vector<std::string> ratios_;
  bool different_ = false, missed_ = false;
};

int kernels(const std::vector<std::string>& files) {
  if (files.empty()) printKernelTimes(std::cout, timeKernels());
  for (const std::string& file : files) {
    std::ifstream in{file};
    if (!in) throw UsageError(file + ": it cannot be read");
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    try {
      printKernelTimes(std::cout, timeVectors(text));
    } catch (const std::exception& error) {
      throw UsageError(file + ": " + error.what());
    }
  }
  return 0;
}

int bench(const Options& options) {
  if (options.what == "kernels") return kernels(options.vectors);
  if (!options.vectors.empty()) throw UsageError("only kernels have files of vectors");
  Bench bench{options};
  if (options.what == "small") {
    bench.small();
  } else if (options.what == "medium") {
    bench.medium();
  } else if (options.what == "big") {
    bench.big();
  } else {
    return bench.file();
  }
  return bench.status();
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("WHAT", options->what,
                 "small, medium or big: members of the family; kernels: the operators; or a file with one scenario")
      ->capture_default_str();
  app.add_option("VECTORS", options->vectors,
                 "Of kernels: files of operator vectors, timed in place of the cases that are built in");
  app.add_option("--semantics", options->semantics, "Of a file's scenario")->capture_default_str();
  app.add_option("--rounds", options->rounds, "Each runs so often, in turn")
      ->check(CLI::Range(3, 1000))
      ->capture_default_str();
  app.add_option("--max-memory", options->memory, "Bound on the memory of each run, in MiB")->capture_default_str();
  app.add_option("--timeout", options->seconds, "Bound on the CPU time of each run, in seconds")->capture_default_str();
  app.add_flag("--no-floors", options->noFloors, "Only measures: a missed floor does not change the exit status");
  return [options] { return bench(*options); };
}

}  // namespace

extern const CliCommand benchCommand;
const CliCommand benchCommand{
    "bench", "Times the engines, Spin beside them, and compares the sets of outcomes; or times the kernels.",
    "conform bench small", define};

}  // namespace conform
