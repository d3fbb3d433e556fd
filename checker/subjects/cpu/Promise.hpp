// A promise of ECMAScript: resolve functions, reactions in the order of their registration. Script timeline.
#pragma once

#include <atomic>
#include <vector>

#include "checker/subjects/cpu/Job.hpp"
#include "checker/subjects/cpu/JsValue.hpp"

namespace conform::cpu {

class EventLoop;

class Promise {
 public:
  enum class State : std::uint8_t { Pending, Fulfilled, Rejected };

  explicit Promise(EventLoop& loop) : loop_(loop) {}

  /// The promise's resolve function: once; looks up `then` on an object and waits for what it does.
  void resolve(JsValue value);
  /// The promise's reject function: once.
  void reject(Error error);
  /// Takes the promise away from its resolve functions: nothing settles it any more.
  void abandon() { isResolved_ = true; }

  /// Runs `reaction` in a microtask when the promise is settled, behind the reactions registered earlier.
  void whenSettled(Job reaction);
  /// `flag` is set at the instant at which the promise settles.
  void tellSettlement(std::atomic<bool>& flag) { settlement_ = &flag; }

  State state() const { return state_; }
  bool isSettled() const { return state_ != State::Pending; }
  const JsValue& value() const { return value_; }
  Error error() const { return error_; }

 private:
  void settle(State state);

  EventLoop& loop_;
  State state_ = State::Pending;
  bool isResolved_ = false;
  Error error_ = Error::TypeError;
  JsValue value_;
  std::atomic<bool>* settlement_ = nullptr;
  std::vector<Job> reactions_;
};

}  // namespace conform::cpu
