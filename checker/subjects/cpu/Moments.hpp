// The clock of a run: it ticks at each script step, each task and each step of a timeline, on whatever thread. Events
// that may happen at any time are set to a tick; and whoever is ahead can wait here, briefly, for the others.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "checker/subjects/cpu/Activity.hpp"
#include "checker/subjects/cpu/Choices.hpp"
#include "checker/subjects/cpu/Job.hpp"

namespace conform::cpu {

class Moments {
 public:
  explicit Moments(const Activity& activity) : activity_(activity) {}

  std::uint32_t now() const { return now_.load(std::memory_order_relaxed); }

  /// One more moment; runs what was set to it. Any thread, and only while something of the run is busy.
  void pass();

  /// `event` will run at that moment, on any thread. Only before others run.
  void set(std::uint32_t moment, Job event) { events_.push_back({moment, std::move(event)}); }

  /// Lets the others get ahead: until a few moments have passed, or nobody else moves; never for long. `own` is what
  /// the caller itself counts in the activity.
  void letOthersPass(Choices& choices, std::int64_t own) const;

 private:
  struct Event {
    std::uint32_t moment;
    Job job;
  };
  const Activity& activity_;
  std::atomic<std::uint32_t> now_{0};
  std::vector<Event> events_;
};

}  // namespace conform::cpu
