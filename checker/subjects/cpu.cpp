// The subject `cpu`: a real implementation of the API, built in. The script runs on the thread that calls run(), each
// context's timeline is a strand, the device is a pool of threads; nothing of the model is used but the operators.
#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "checker/subjects/Subject.hpp"
#include "checker/subjects/cpu/Faults.hpp"
#include "checker/subjects/cpu/Mailbox.hpp"
#include "checker/subjects/cpu/Script.hpp"

namespace conform {
namespace {

/// Puts together what script saw and, if asked for, what the devices told.
Observations observationsOf(cpu::Script& script, const cpu::Realm& realm) {
  std::vector<cpu::Script::Seen>& seen = script.seen();
  if (realm.tellsDevice) {
    for (const cpu::MLContext& context : realm.contexts) {
      for (const cpu::Timeline::DeviceEvent& event : context.timeline.deviceEvents()) {
        seen.push_back({event.ticket, {Observation::Kind::Device, event.name, {}}});
      }
    }
    std::sort(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.ticket < b.ticket; });
  }
  Observations observations;
  observations.reserve(seen.size());
  for (auto& one : seen) observations.push_back(std::move(one.observation));
  script.addPending(observations);
  return observations;
}

class Cpu : public Subject {
 public:
  explicit Cpu(std::string_view argument)
      : name_(argument.empty() ? "cpu" : "cpu:" + std::string(argument)), faults_(cpu::parseFaults(argument)) {}
  ~Cpu() override { device_.join(); }  // Before the mailboxes go: its last messages may still be on their way.

  std::string name() const override { return name_; }
  std::string version() const override { return "webnn-conform " WEBNN_CONFORM_VERSION; }
  bool isParallel() const override { return true; }

  SubjectRun run(const Scenario& scenario, const RunOptions& options) override {
    std::unique_ptr<cpu::Mailbox> mailbox = take();
    SubjectRun run = runWith(*mailbox, scenario, options);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(mailbox));
    return run;
  }

 private:
  SubjectRun runWith(cpu::Mailbox& mailbox, const Scenario& scenario, const RunOptions& options) {
    const auto deadline = cpu::Mailbox::Clock::now() + options.deadline;
    SubjectRun run;
    cpu::Realm realm(mailbox, device_, faults_, scenario.extendedTypes, options.seed);
    cpu::Script script(scenario, realm, realm.choices.seed());
    if (std::optional<std::string> failure = script.setUp()) {
      run.status = script.lacksMemory() ? SubjectRun::Status::Unsupported : SubjectRun::Status::Broken;
      run.reason = std::move(*failure);
      return run;
    }
    realm.tellsDevice = options.deviceLevel;
    if (options.deviceLevel) run.device.lacking.clear();
    script.start();
    while (true) {
      const cpu::EventLoop::Ran ran = realm.loop.runOneTask(deadline);
      if (ran == cpu::EventLoop::Ran::ATask) continue;
      if (ran == cpu::EventLoop::Ran::NothingIsLeft && script.goOnAtQuiescence()) continue;
      if (ran == cpu::EventLoop::Ran::DeadlinePassed) {
        run.status = SubjectRun::Status::Broken;
        run.reason = "not at rest after " + std::to_string(options.deadline.count()) + " ms";
        realm.loop.waitForOthers();
      }
      break;
    }
    run.observations = observationsOf(script, realm);
    return run;
  }

  std::unique_ptr<cpu::Mailbox> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<cpu::Mailbox>();
    std::unique_ptr<cpu::Mailbox> mailbox = std::move(idle_.back());
    idle_.pop_back();
    return mailbox;
  }

  const std::string name_;
  const cpu::Faults faults_;
  std::mutex mutex_;  // Of idle_: runs may start on several threads.
  std::vector<std::unique_ptr<cpu::Mailbox>> idle_;
  boost::asio::thread_pool device_{std::max(2u, std::thread::hardware_concurrency())};
};

}  // namespace

extern const SubjectKind cpuSubject;
const SubjectKind cpuSubject{
    "cpu",
    "the implementation that is built in, with real threads and the reference kernels",
    // Test: all of cpu::allFaults() are here.
    "never-settles|release-early|option-1|resolve-stale|reject-late|reject-reversed|reject-type-error|"
    "use-after-destroy|destroyed-is-invalidstate|dispatch-cancel|destroyed-graph-runs|keeps-memory|not-zeroed|"
    "ignores-loss|lost-late|lost-never|loss-spares-tensors|byob-skip-settled|byob-ignores-detached|"
    "settles-in-the-call|failure-is-success|build-reusable|aliasing|not-readable|unordered|"
    "float16-sigmoid|float16-fusion",
    [](std::string_view argument) -> std::unique_ptr<Subject> { return std::make_unique<Cpu>(argument); },
};

}  // namespace conform
