// conform run: scenarios against the model and a subject.
#include <atomic>
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <span>
#include <sstream>
#include <utility>

#include "checker/cli/Progress.hpp"
#include "checker/cli/checkout.hpp"
#include "checker/cli/files.hpp"
#include "checker/cli/reportArguments.hpp"
#include "checker/cli/scenarioArguments.hpp"
#include "checker/cli/storeArguments.hpp"
#include "checker/cli/workers.hpp"
#include "checker/compare/check.hpp"
#include "checker/subjects/Subject.hpp"
#include "checker/subjects/recording.hpp"
#include "reports/explain.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

struct Options {
  ScenarioArguments scenarios;
  SemanticsArgument semantics;
  BoundArguments bounds;
  ReportArguments reports;
  StoreArguments store;
  std::string subject = "cpu", record, checkout;
  std::size_t repeats = 1, jobs = 1;
  std::uint64_t seed = 1;
  bool allowUnknown = false, probe = false, device = false;
};

/// One run at a time of a subject that cannot do more, and one recording.
class Turnstile final : public Subject {
 public:
  explicit Turnstile(Subject& subject) : subject_(subject) {}
  std::string name() const override { return subject_.name(); }
  std::string version() const override { return subject_.version(); }
  bool isRandom() const override { return subject_.isRandom(); }
  SubjectRun run(const Scenario& scenario, const RunOptions& options) override {
    if (subject_.isParallel()) return subject_.run(scenario, options);
    const std::scoped_lock lock{mutex_};
    return subject_.run(scenario, options);
  }

 private:
  Subject& subject_;
  std::mutex mutex_;
};

/// `--record FILE`: what was observed, as it comes.
class Recorder {
 public:
  Recorder(const std::string& path, const Subject& subject) {
    if (path.empty()) return;
    out_.open(path);
    if (!out_) throw UsageError("--record: " + path + " cannot be written");
    writeRecordingHead(out_, subject);
  }
  void operator()(const Scenario& scenario, const RunOptions& options, const SubjectRun& run) {
    if (!out_.is_open()) return;
    const std::scoped_lock lock{mutex_};
    writeRecordedRun(out_, ++runs_, scenario, options, run);
  }

 private:
  std::ofstream out_;
  std::mutex mutex_;
  std::uint64_t runs_ = 0;
};

/// Seconds since the last lap.
class Stopwatch {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

void openStore(Options& given, const Report& report, const Subject& subject, std::span<const Semantics> semantics,
               std::span<const Scenario> scenarios) {
  ResultsHead head;
  head.program = report.program;
  head.draft = report.draft;
  head.subject = subject.name();
  head.subjectVersion = subject.version();
  head.semantics = given.semantics.text;
  head.cpu = cpuModel();
  head.options = "--repeat " + std::to_string(given.repeats) + " --seed " + std::to_string(given.seed);
  if (given.device) head.options += " --device-trace";
  std::vector<std::string> names;
  for (const Semantics& one : semantics) names.push_back(one.name);
  given.store.open(head, scenarios, names);
}

int run(Options& given) {
  if (!given.checkout.empty()) return runCheckout(given.checkout, given.subject, given.reports);
  if (given.scenarios.paths.empty()) throw UsageError("PATH is required, or --wpt DIR");
  const std::vector<Semantics> semantics = given.semantics.all();
  const std::unique_ptr<Subject> made = makeSubject(given.subject);
  Turnstile subject{*made};
  Recorder record{given.record, subject};
  const std::vector<Scenario> scenarios = given.scenarios.all();

  Report report = emptyReport();
  openStore(given, report, subject, semantics, scenarios);
  const std::vector<std::size_t>& due = given.store.due();
  std::atomic<bool> isModelled{true};
  const auto check = [&](std::size_t index) {
    const Scenario& scenario = scenarios[due[index]];
    CheckOptions options;
    given.bounds.apply(options.explore);
    options.repeats = given.repeats;
    options.firstSeed = given.seed;
    options.probe = given.probe;
    options.device = given.device;
    options.narrate = given.reports.narrates() ? CheckOptions::Narrate::All : CheckOptions::Narrate::Divergences;
    options.onRun = [&](const RunOptions& ran, const SubjectRun& shown) { record(scenario, ran, shown); };
    Check checked{scenario, options};
    std::vector<Result> results;
    Stopwatch watch;
    for (Finding& claim : checked.claims()) results.push_back({std::move(claim), 0});
    for (const Semantics& one : semantics) {
      results.push_back({checked.subject(one, subject), watch.lap()});
      if (auto device = checked.device(one, subject)) results.push_back({std::move(*device), watch.lap()});
    }
    if (!checked.isModelled()) isModelled = false;
    return results;
  };
  bool failed = false;
  const Console console = given.reports.console();
  for (Finding& finding : given.store.stored()) {
    given.store.judge(finding);
    failed = failed || failsRun(finding, given.allowUnknown);
    report.findings.push_back(std::move(finding));
  }
  {
    Progress progress{due.size()};
    inOrder<std::vector<Result>>(due.size(), given.jobs, check, [&](std::vector<Result> results) {
      for (auto& [finding, seconds] : results) {
        given.store.take(finding, seconds);
        failed = failed || failsRun(finding, given.allowUnknown);
        std::ostringstream told;
        console.write(finding, told);
        if (!told.view().empty()) progress.clear();
        std::cout << told.view();
        report.findings.push_back(std::move(finding));
      }
      progress.step();
    });
  }
  report.notes = given.store.finish(failed);
  for (const std::string& note : report.notes) tell(note);
  report.sort();
  given.reports.write(report);
  std::cout << report.summary() << std::endl;
  return given.scenarios.badInput() || !isModelled ? 2 : failed ? 1 : 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::Option* paths = options->scenarios.declare(app);
  paths->required(false);
  options->semantics.declare(app);
  app.add_option("--subject", options->subject, "What is checked (see conform list subjects)")->capture_default_str();
  app.add_option("--repeat", options->repeats, "Runs of each scenario, each with a schedule of its own")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", options->seed, "Schedule of the first run")->capture_default_str();
  app.add_option("--jobs", options->jobs, "Scenarios that are checked at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  options->reports.declare(app);
  app.add_option(
         "--wpt", options->checkout,
         "Runs the WebNN tests of this checkout of the web-platform-tests instead, in the browser that is the subject")
      ->excludes(paths);
  app.add_option("--record", options->record, "Writes what was observed to this file, for the subject recorded:FILE");
  app.add_flag("--device-trace", options->device,
               "Compares what the subject's device did, and in what order, too (a browser: from its trace)");
  options->store.declare(app);
  options->bounds.declare(app);
  app.add_flag("--probe", options->probe,
               "Follows a wrong value to the operator that made it: its graph runs again, with all results as outputs");
  app.add_flag("--allow-unknown", options->allowUnknown, "Reaching a bound is no failure");
  return [options] { return run(*options); };
}

}  // namespace

extern const CliCommand runCommand;
const CliCommand runCommand{"run", "Runs scenarios on a subject and compares with what the semantics allows.",
                            "conform run scenarios/thread --report junit=results.xml", define};

}  // namespace conform
