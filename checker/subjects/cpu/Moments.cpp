#include "checker/subjects/cpu/Moments.hpp"

#include <thread>

namespace conform::cpu {

void Moments::pass() {
  // Each tick is seen by one thread only, so each event runs once, without a lock.
  const std::uint32_t moment = now_.fetch_add(1, std::memory_order_relaxed) + 1;
  for (Event& event : events_) {
    if (event.moment == moment) event.job();
  }
}

void Moments::letOthersPass(Choices& choices, std::int64_t own) const {
  const std::uint32_t until = now() + 1 + choices.below(4);
  for (std::uint32_t patience = 8 + choices.below(24); patience > 0; --patience) {
    if (activity_.count() <= own) return;
    if (static_cast<std::int32_t>(now() - until) >= 0) return;
    std::this_thread::yield();
  }
}

}  // namespace conform::cpu
