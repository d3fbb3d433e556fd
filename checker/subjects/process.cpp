// The subject `process:COMMAND`: any implementation that an adapter connects to the subject protocol.
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "checker/subjects/Subject.hpp"
#include "checker/subjects/process/Adapter.hpp"

namespace conform {
namespace {

/// Runs that are under way at once have an adapter each.
class Process : public Subject {
 public:
  explicit Process(std::string_view command) : command_(command) {
    if (command_.empty()) {
      throw SubjectError(SubjectError::Why::Usage, "the subject process needs a command: process:COMMAND");
    }
    auto first = std::make_unique<Adapter>(command_);
    try {
      first->start();
    } catch (const std::runtime_error& error) {  // AdapterError, ProtocolError
      throw SubjectError(SubjectError::Why::NotStarted, command_ + ": " + error.what());
    }
    version_ = first->subject() + (first->version().empty() ? "" : " " + first->version());
    idle_.push_back(std::move(first));
  }

  std::string name() const override { return "process:" + command_; }
  std::string version() const override { return version_; }
  bool isParallel() const override { return true; }

  SubjectRun run(const Scenario& scenario, const RunOptions& options) override {
    std::unique_ptr<Adapter> adapter = take();
    SubjectRun run = adapter->run(scenario, options);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(adapter));
    return run;
  }

 private:
  std::unique_ptr<Adapter> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<Adapter>(command_);
    std::unique_ptr<Adapter> adapter = std::move(idle_.back());
    idle_.pop_back();
    return adapter;
  }

  const std::string command_;
  std::string version_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Adapter>> idle_;
};

}  // namespace

extern const SubjectKind processSubject;
const SubjectKind processSubject{
    "process",
    "any implementation, by way of an adapter (docs/subject-protocol.md)",
    "COMMAND",
    [](std::string_view argument) -> std::unique_ptr<Subject> { return std::make_unique<Process>(argument); },
};

}  // namespace conform
