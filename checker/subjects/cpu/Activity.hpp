// Whether anything of a run can still move: each message under way, each queued task and each step in parallel holds a
// `Busy` from before it is handed over until after it has run. So the count is 0 only at quiescence, and stays 0 until
// script does something. Lives on no timeline: the count is atomic.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "checker/subjects/cpu/Mailbox.hpp"

namespace conform::cpu {

class Activity;

/// Something that can still move.
class Busy {
 public:
  explicit Busy(Activity& activity);
  Busy(Busy&& other) noexcept : activity_(std::exchange(other.activity_, nullptr)) {}
  Busy& operator=(Busy&& other) noexcept {
    std::swap(activity_, other.activity_);
    return *this;
  }
  ~Busy();

 private:
  Activity* activity_;
};

class Activity {
 public:
  explicit Activity(Mailbox& mailbox) : mailbox_(&mailbox) {}

  /// What others did before they came to rest happened before this says so.
  bool isQuiet() const { return count_.load(std::memory_order_acquire) == 0; }
  /// How much is under way, roughly: by now it may be something else.
  std::int64_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  friend class Busy;
  void begin() { count_.fetch_add(1, std::memory_order_relaxed); }
  void end() {
    Mailbox& mailbox = *mailbox_;  // When the count is 0, script may end the run and this with it; the mailbox stays.
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) mailbox.wake();
  }

  Mailbox* mailbox_;
  std::atomic<std::int64_t> count_{0};
};

inline Busy::Busy(Activity& activity) : activity_(&activity) {
  activity.begin();
}
inline Busy::~Busy() {
  if (activity_ != nullptr) activity_->end();
}

}  // namespace conform::cpu
