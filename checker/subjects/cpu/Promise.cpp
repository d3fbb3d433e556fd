#include "checker/subjects/cpu/Promise.hpp"

#include <utility>

#include "checker/subjects/cpu/EventLoop.hpp"

namespace conform::cpu {

void Promise::resolve(JsValue value) {
  if (isResolved_) return;
  isResolved_ = true;
  const Thenable then = loop_.pollution().thenOf(value);
  if (then != Thenable::None) {
    // A callable `then`: what it does decides, in a job of its own.
    loop_.queueMicrotask([this, then] {
      if (then == Thenable::DoesNothing) return;
      value_ = std::string("hijacked");
      settle(State::Fulfilled);
    });
    return;
  }
  value_ = std::move(value);
  settle(State::Fulfilled);
}

void Promise::reject(Error error) {
  if (isResolved_) return;
  isResolved_ = true;
  error_ = error;
  settle(State::Rejected);
}

void Promise::whenSettled(Job reaction) {
  if (isSettled()) return loop_.queueMicrotask(std::move(reaction));
  reactions_.push_back(std::move(reaction));
}

void Promise::settle(State state) {
  state_ = state;
  if (settlement_ != nullptr) settlement_->store(true, std::memory_order_release);
  for (Job& reaction : std::exchange(reactions_, {})) loop_.queueMicrotask(std::move(reaction));
}

}  // namespace conform::cpu
