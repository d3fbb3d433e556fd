// The event loop of one run. Script timeline, except queueMLTask(), which any thread may call.
//
// It takes in what was handed over to its mailbox, picks a task of one of the task sources, runs it to completion and
// empties the microtask queue. The ML task source is one queue, first in first out; which source is next is free.
#pragma once

#include <deque>
#include <vector>

#include "checker/subjects/cpu/Activity.hpp"
#include "checker/subjects/cpu/Choices.hpp"
#include "checker/subjects/cpu/Job.hpp"
#include "checker/subjects/cpu/JsValue.hpp"
#include "checker/subjects/cpu/Moments.hpp"

namespace conform::cpu {

enum class Thenable : std::uint8_t { None, DoesNothing, ResolvesWithHijacked };

/// What script has put on prototypes.
struct Pollution {
  bool ofObject = false, ofMLTensor = false;

  /// What the look-up of `then` on this value finds.
  Thenable thenOf(const JsValue& value) const {
    if (!isObject(value)) return Thenable::None;
    if (ofMLTensor && as<MLTensor>(value) != nullptr) return Thenable::ResolvesWithHijacked;
    return ofObject ? Thenable::DoesNothing : Thenable::None;
  }
};

class EventLoop {
 public:
  EventLoop(Mailbox& mailbox, Activity& activity, Moments& moments, Choices choices)
      : mailbox_(mailbox), activity_(activity), moments_(moments), choices_(choices) {}

  /// *queue an ML task*; from any thread, but only from script while everything runs on its thread.
  void queueMLTask(Job task);
  /// A task of another source. The loop starts it at some moment, at the latest when nothing else can run.
  void queueOtherTask(Job task, std::uint32_t delay);
  void queueMicrotask(Job job) { microtasks_.push_back(std::move(job)); }
  void runMicrotasks();

  /// Runs all that is left, on this thread alone: the set-up.
  void runAlone();
  /// Runs one task, waiting for it if need be.
  enum class Ran : std::uint8_t { ATask, NothingIsLeft, DeadlinePassed };
  Ran runOneTask(Mailbox::Clock::time_point deadline);
  /// Takes in what others still hand over, runs nothing of it, until they have come to rest.
  void waitForOthers();

  /// Tasks that were queued for the document are not run any more.
  void documentIsGone() { isDocumentGone_ = true; }
  /// From here on other threads hand over tasks.
  void joinOthers() { isAlone_ = false; }
  bool isAlone() const { return isAlone_; }
  Pollution& pollution() { return pollution_; }

 private:
  struct MLTask {
    Job job;
    Busy busy;
  };
  struct OtherTask {
    Job job;
    std::uint32_t notBefore;  ///< A moment.
  };
  /// The other tasks that may start now, by position.
  std::vector<std::size_t> otherTasksDue() const;
  bool runDueTask();
  void runMLTask();
  void runOtherTask(std::size_t position);

  Mailbox& mailbox_;
  Activity& activity_;
  Moments& moments_;
  Choices choices_;
  Pollution pollution_;
  bool isAlone_ = true;
  bool isDocumentGone_ = false;
  std::deque<MLTask> mlTasks_;
  std::vector<OtherTask> otherTasks_;
  std::deque<Job> microtasks_;
};

}  // namespace conform::cpu
