#include "checker/subjects/cpu/EventLoop.hpp"

#include <algorithm>

namespace conform::cpu {

void EventLoop::queueMLTask(Job task) {
  Busy busy(activity_);
  if (isAlone_) {
    mlTasks_.push_back({std::move(task), std::move(busy)});
    return;
  }
  mailbox_.post([this, task = std::move(task), busy = std::move(busy)]() mutable {
    mlTasks_.push_back({std::move(task), std::move(busy)});
  });
}

void EventLoop::queueOtherTask(Job task, std::uint32_t delay) {
  otherTasks_.push_back({std::move(task), moments_.now() + delay});
}

void EventLoop::runMicrotasks() {
  while (!microtasks_.empty()) {
    Job job = std::move(microtasks_.front());
    microtasks_.pop_front();
    job();
  }
}

void EventLoop::runAlone() {
  runMicrotasks();
  while (!mlTasks_.empty() || !otherTasks_.empty()) {
    if (!mlTasks_.empty()) {
      runMLTask();
    } else {
      runOtherTask(0);
    }
  }
}

EventLoop::Ran EventLoop::runOneTask(Mailbox::Clock::time_point deadline) {
  while (true) {
    mailbox_.take();
    if (runDueTask()) return Ran::ATask;
    if (activity_.isQuiet()) {
      // What was handed over before the others came to rest is in the mailbox by now.
      mailbox_.take();
      if (runDueTask()) return Ran::ATask;
      if (otherTasks_.empty()) return Ran::NothingIsLeft;
      // Nothing else can run: the task that waits for the earliest moment waits no longer.
      const auto first =
          std::min_element(otherTasks_.begin(), otherTasks_.end(),
                           [](const OtherTask& a, const OtherTask& b) { return a.notBefore < b.notBefore; });
      runOtherTask(static_cast<std::size_t>(first - otherTasks_.begin()));
      return Ran::ATask;
    }
    if (!mailbox_.wait(deadline)) return Ran::DeadlinePassed;
  }
}

void EventLoop::waitForOthers() {
  do {
    mlTasks_.clear();
    mailbox_.wait(Mailbox::Clock::now() + std::chrono::milliseconds(10));
  } while (!activity_.isQuiet());
}

std::vector<std::size_t> EventLoop::otherTasksDue() const {
  std::vector<std::size_t> due;
  const std::uint32_t now = moments_.now();
  for (std::size_t i = 0; i < otherTasks_.size(); ++i) {
    if (otherTasks_[i].notBefore <= now) due.push_back(i);
  }
  return due;
}

bool EventLoop::runDueTask() {
  std::vector<std::size_t> due;
  if (!otherTasks_.empty()) due = otherTasksDue();
  const std::size_t sources = due.size() + !mlTasks_.empty();
  if (sources == 0) return false;
  const std::size_t picked = sources == 1 ? 0 : choices_.below(static_cast<std::uint32_t>(sources));
  if (picked < due.size()) {
    runOtherTask(due[picked]);
  } else {
    runMLTask();
  }
  return true;
}

void EventLoop::runMLTask() {
  MLTask task = std::move(mlTasks_.front());
  mlTasks_.pop_front();
  if (isDocumentGone_) return;
  moments_.pass();
  task.job();
  runMicrotasks();
}

void EventLoop::runOtherTask(std::size_t position) {
  Job job = std::move(otherTasks_[position].job);
  otherTasks_.erase(otherTasks_.begin() + static_cast<std::ptrdiff_t>(position));
  moments_.pass();
  job();
  runMicrotasks();
}

}  // namespace conform::cpu
