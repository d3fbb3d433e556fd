// Work on several things at once, with the results in their order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace conform {

/// Calls `work(0)` ... `work(count - 1)` on `jobs` threads, and `take` with each result on this one, in order, each as
/// soon as it is there. What `work` throws is thrown here, when its turn comes.
template <class Result>
void inOrder(std::size_t count, std::size_t jobs, const std::function<Result(std::size_t)>& work,
             const std::function<void(Result)>& take) {
  if (jobs <= 1) {
    for (std::size_t i = 0; i < count; ++i) take(work(i));
    return;
  }
  struct Slot {
    std::optional<Result> result;
    std::exception_ptr thrown;
  };
  std::vector<Slot> slots(count);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::condition_variable done;
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < std::min(jobs, count); ++t) {
    threads.emplace_back([&](const std::stop_token& stop) {
      for (std::size_t i = next++; i < count && !stop.stop_requested(); i = next++) {
        Slot slot;
        try {
          slot.result = work(i);
        } catch (...) {
          slot.thrown = std::current_exception();
        }
        const std::scoped_lock lock{mutex};
        slots[i] = std::move(slot);
        done.notify_one();
      }
    });
  }
  for (Slot& slot : slots) {
    std::unique_lock lock{mutex};
    done.wait(lock, [&] { return slot.result || slot.thrown; });
    if (slot.thrown) {
      for (std::jthread& thread : threads) thread.request_stop();
      std::rethrow_exception(slot.thrown);
    }
    Result result = std::move(*slot.result);
    slot.result.reset();
    lock.unlock();
    take(std::move(result));
  }
}

}  // namespace conform
