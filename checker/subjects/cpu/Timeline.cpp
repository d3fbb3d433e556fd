#include "checker/subjects/cpu/Timeline.hpp"

#include <algorithm>

#include "checker/subjects/cpu/Realm.hpp"

namespace conform::cpu {

Timeline::Timeline(Realm& realm, DeviceExecutor device, const std::atomic<bool>& isLost, std::uint64_t seed)
    : realm_(realm), strand_(std::move(device)), isLost_(isLost), choices_(seed) {}

template <class Message>
void Timeline::post(Message message) {
  boost::asio::post(strand_, [message = std::move(message), busy = Busy(realm_.activity)]() mutable { message(); });
}

void Timeline::enqueue(std::unique_ptr<Entry> entry) {
  if (realm_.loop.isAlone()) return take(std::move(entry));
  post([this, entry = std::move(entry)]() mutable { take(std::move(entry)); });
}

void Timeline::take(std::unique_ptr<Entry> entry) {
  entries_.push_back(std::move(entry));
  if (realm_.loop.isAlone()) return pump();
  schedule();
}

void Timeline::schedule() {
  if (isScheduled_ || !mayAct()) return;
  isScheduled_ = true;
  post([this] {
    isScheduled_ = false;
    pump();
  });
}

void Timeline::pump() {
  while (mayAct()) {
    act();
    if (realm_.loop.isAlone()) continue;
    // Between two actions anything may come in between: a message to this timeline, or script getting ahead.
    if (choices_.oneIn(4)) realm_.moments.letOthersPass(choices_, 1);
    if (choices_.oneIn(2)) return schedule();
  }
}

void Timeline::act() {
  if (realm_.faults.unordered && !entries_.front()->hasBegun && entries_.size() > 1 && choices_.oneIn(2)) {
    std::swap(entries_[0], entries_[1]);
  }
  Entry& entry = *entries_.front();
  entry.hasBegun = true;
  const Entry::Progress progress = entry.act(*this);
  if (progress != Entry::Progress::Continues) finish(progress);
  for (Job& task : outbox_) realm_.loop.queueMLTask(std::move(task));
  outbox_.clear();
  realm_.moments.pass();
  answerRun();
}

void Timeline::finish(Entry::Progress end) {
  if (realm_.tellsDevice) {
    std::string trace = entries_.front()->trace(end);
    if (!trace.empty()) deviceEvents_.push_back({realm_.nextTicket(), std::move(trace)});
  }
  entries_.pop_front();
  if (wholeEntries_ > 0) --wholeEntries_;
}

void Timeline::answerRun() {
  if (entries_.empty()) wholeEntries_ = 0;
  if (wholeEntries_ == 0 && std::exchange(isRunAwaited_, false)) done_.release();
}

void Timeline::command(Job job) {
  if (realm_.loop.isAlone()) return job();
  post([this, &job] {
    job();
    done_.release();
  });
  done_.acquire();
}

void Timeline::tell(Job job) {
  if (realm_.loop.isAlone()) return job();
  post(std::move(job));
}

void Timeline::pause() {
  command([this] { isPaused_ = true; });
}

void Timeline::resume() {
  tell([this] {
    isPaused_ = false;
    if (realm_.loop.isAlone()) return pump();
    schedule();
  });
}

void Timeline::run(std::uint32_t entries) {
  if (realm_.loop.isAlone()) {
    wholeEntries_ = entries;
    pump();
    wholeEntries_ = 0;
    return;
  }
  post([this, entries] {
    wholeEntries_ = entries;
    isRunAwaited_ = true;
    answerRun();
    schedule();
  });
  done_.acquire();
}

bool Timeline::isContextLost() const {
  return isLost_.load(std::memory_order_acquire) && !realm_.faults.ignoresLoss;
}

bool Timeline::takeFailure(FailNext::Operation operation) {
  if (failsAlways_) return !realm_.faults.failureIsSuccess;
  std::uint32_t& left = failures_[static_cast<std::size_t>(operation)];
  if (left == 0) return false;
  --left;
  return !realm_.faults.failureIsSuccess;
}

void Timeline::dropDispatchesOf(const TensorData& data) {
  std::erase_if(entries_,
                [&](const std::unique_ptr<Entry>& entry) { return !entry->hasBegun && entry->isDispatchOf(data); });
}

}  // namespace conform::cpu
