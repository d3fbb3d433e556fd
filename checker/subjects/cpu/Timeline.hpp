// [[timeline]] of one context: a strand on the threads of the device. It runs one entry at a time, the oldest first,
// and an entry is a few actions: each the check whether the context is lost and the step behind it. Everything but the
// methods of the first group lives on the strand; script reaches it by posting, and waits only where the scenario's
// events say so (pause, drain, ...).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <semaphore>
#include <string>
#include <utility>
#include <vector>

#include "checker/subjects/asio.hpp"
#include "checker/subjects/cpu/Choices.hpp"
#include "checker/subjects/cpu/Job.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform::cpu {

struct Realm;
struct TensorData;
class Timeline;

/// What was enqueued to a timeline.
class Entry {
 public:
  enum class Progress : std::uint8_t { Continues, Done, Aborted };

  virtual ~Entry() = default;
  /// The next action.
  virtual Progress act(Timeline& timeline) = 0;
  /// How the device tells its end: "done:read(r)"; nothing if it does not.
  virtual std::string trace(Progress end) const = 0;
  /// Whether it is a dispatch that uses this data.
  virtual bool isDispatchOf(const TensorData&) const { return false; }

  bool hasBegun = false;
};

class Timeline {
 public:
  using DeviceExecutor = boost::asio::thread_pool::executor_type;

  Timeline(Realm& realm, DeviceExecutor device, const std::atomic<bool>& isLost, std::uint64_t seed);

  // ---- For script ----
  void enqueue(std::unique_ptr<Entry> entry);
  void pause();
  void resume();
  /// Runs so many whole entries, even when paused, and returns when they have run.
  void run(std::uint32_t entries);
  void drain() { run(std::numeric_limits<std::uint32_t>::max()); }
  /// Runs `job` on the strand, between two actions, and returns when it has run.
  void command(Job job);

  // ---- For any thread ----
  /// Runs `job` on the strand, between two actions.
  void tell(Job job);

  // ---- On the strand: for entries and jobs ----
  bool isContextLost() const;
  /// Whether the operation that now runs is one that fails.
  bool takeFailure(FailNext::Operation operation);
  /// *queue an ML task*, when the action is over.
  void queueMLTask(Job task) { outbox_.push_back(std::move(task)); }
  void dropDispatchesOf(const TensorData& data);
  void failNext(FailNext::Operation operation) { ++failures_[static_cast<std::size_t>(operation)]; }
  /// Everything fails from now on.
  void failAlways() { failsAlways_ = true; }
  Realm& realm() const { return realm_; }

  // ---- After the run ----
  struct DeviceEvent {
    std::uint32_t ticket;
    std::string name;
  };
  const std::vector<DeviceEvent>& deviceEvents() const { return deviceEvents_; }

 private:
  void take(std::unique_ptr<Entry> entry);
  void schedule();
  void pump();
  bool mayAct() const { return !entries_.empty() && (!isPaused_ || wholeEntries_ > 0); }
  void act();
  void finish(Entry::Progress end);
  void answerRun();
  template <class Message>
  void post(Message message);

  Realm& realm_;
  boost::asio::strand<DeviceExecutor> strand_;
  const std::atomic<bool>& isLost_;
  Choices choices_;
  std::deque<std::unique_ptr<Entry>> entries_;
  std::vector<Job> outbox_;
  bool isPaused_ = false;
  bool isScheduled_ = false;
  bool failsAlways_ = false;
  std::array<std::uint32_t, 7> failures_{};  ///< By operation: how many of the next ones fail.
  std::uint32_t wholeEntries_ = 0;           ///< That `run` still wants.
  bool isRunAwaited_ = false;
  std::binary_semaphore done_{0};  ///< Script waits here: never for two things at once.
  std::vector<DeviceEvent> deviceEvents_;
};

}  // namespace conform::cpu
