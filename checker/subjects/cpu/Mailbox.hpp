// Where other threads hand something over to a script thread: an io_context that this thread runs. It outlives the
// runs that use it, since a thread that has just posted the last message of a run may still be inside post().
#pragma once

#include <chrono>
#include <utility>

#include "checker/subjects/asio.hpp"

namespace conform::cpu {

class Mailbox {
 public:
  using Clock = std::chrono::steady_clock;

  /// Any thread. What is posted first runs first.
  template <class Message>
  void post(Message message) {
    boost::asio::post(io_, std::move(message));
  }
  /// Any thread: script shall look whether all is quiet.
  void wake() {
    boost::asio::post(io_, [] {});
  }

  /// The script thread: takes in what is there.
  void take() { io_.poll(); }
  /// The script thread: waits for one message and runs it. False: there was none until the deadline.
  bool wait(Clock::time_point deadline) { return io_.run_one_until(deadline) != 0; }

 private:
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> open_{io_.get_executor()};
};

}  // namespace conform::cpu
