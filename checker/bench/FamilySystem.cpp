#include "checker/bench/FamilySystem.hpp"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace conform {

std::string Family::name() const {
  const auto number = [](unsigned value) { return std::to_string(value) + " "; };
  return number(contexts) + number(tensors) + number(rounds) + number(dispatches) + (timers ? "1 " : "0 ") +
         (losses ? "1" : "0");
}

std::vector<std::string> Family::definitions() const {
  const auto define = [](const char* name, unsigned value) {
    return std::string{"-D"} + name + "=" + std::to_string(value);
  };
  return {define("K", contexts),    define("T", tensors),         define("R", rounds),
          define("ND", dispatches), define("XM", timers ? 1 : 0), define("LOSS", losses ? 1 : 0)};
}

FamilySystem::FamilySystem(const Family& family, Interleavings interleavings)
    : family_(family), interleavings_(interleavings) {
  const std::size_t tensors = family.contexts * family.tensors, promises = family.promises();
  if (promises > 63 || family.contexts > 8) throw std::invalid_argument("the family is limited to 63 reads");
  std::size_t end = 4;
  const auto take = [&](std::size_t size) { return std::exchange(end, end + size); };
  layout_.pending = take((promises + 7) / 8);
  layout_.destroyed = take((tensors + 7) / 8);
  layout_.contents = take(tensors);
  layout_.results = take(promises);
  layout_.mlTasks = take(1 + promises + family.contexts);
  const std::size_t capacity = family.tensors * (family.rounds * (2 + family.dispatches) + 1);
  for (unsigned context = 0; context < family.contexts; ++context) {
    layout_.timeline.push_back(take(1 + capacity));
    layout_.device.push_back(take(1 + capacity));
  }
  layout_.size = end;
  if (end > state_.size()) throw std::invalid_argument("the family's state is too large");
}

std::uint8_t FamilySystem::pop(std::size_t queue) {
  const std::uint8_t first = state_[queue + 1], length = state_[queue];
  std::memmove(&state_[queue + 1], &state_[queue + 2], length - 1U);
  state_[queue + length] = 0;
  --state_[queue];
  return first;
}

void FamilySystem::see(unsigned kind, unsigned id, unsigned value) {
  seen_.push_back(((kind << 14) | (id << 8) | value) + 1);
}

// ---- The steps ----

void FamilySystem::mainStep() {
  const unsigned perPromise = 2 + family_.dispatches, operation = at(layout_.next)++;
  const unsigned promise = operation / perPromise, step = operation % perPromise;
  if (step + 1 == perPromise) setBit(layout_.pending, promise);
  push(layout_.timeline[contextOf(promise)], entry(step == 0                ? Write
                                                   : step + 1 == perPromise ? Read
                                                                            : Dispatch,
                                                   promise));
}

void FamilySystem::timelineStep(unsigned context) {
  const std::uint8_t first = pop(layout_.timeline[context]);
  if (bit(layout_.lost, context) && first >> 6 != Release) {
    if (first >> 6 == Read) {
      push(layout_.mlTasks, static_cast<std::uint8_t>(Reject << 6 | (first & 63)));
    }
    return;
  }
  push(layout_.device[context], first);
}

void FamilySystem::deviceStep(unsigned context) {
  const std::uint8_t first = pop(layout_.device[context]);
  const unsigned promise = first & 63;
  std::uint8_t& contents = at(layout_.contents + tensorOf(promise));
  switch (first >> 6) {
    case Write:
      contents = static_cast<std::uint8_t>(promise / (family_.contexts * family_.tensors) + 1);
      break;
    case Dispatch:
      contents = static_cast<std::uint8_t>(contents + 16);
      break;
    case Read:
      at(layout_.results + promise) = contents;
      push(layout_.mlTasks, static_cast<std::uint8_t>(Resolve << 6 | promise));
      break;
    default:
      contents = 0;
      break;
  }
}

void FamilySystem::loss(unsigned context) {
  clearBit(layout_.lossesLeft, context);
  push(layout_.mlTasks, static_cast<std::uint8_t>(Lose << 6 | context));
}

void FamilySystem::pickMlTask() {
  const std::uint8_t first = pop(layout_.mlTasks);
  const unsigned id = first & 63;
  if (first >> 6 == Lose) {
    if (bit(layout_.lost, id)) return;
    setBit(layout_.lost, id);
    see(Lose, id, 0);
    for (unsigned t = 0; t < family_.tensors; ++t) destroy(t * family_.contexts + id);
    return;
  }
  const unsigned value = std::exchange(at(layout_.results + id), 0);
  if (!bit(layout_.pending, id)) return;
  clearBit(layout_.pending, id);
  see(first >> 6, id, first >> 6 == Resolve ? value : 0);
}

void FamilySystem::pickTimer() {
  const unsigned context = at(layout_.timers)++;
  for (unsigned t = 0; t < family_.tensors; ++t) destroy(t * family_.contexts + context);
}

void FamilySystem::destroy(unsigned tensor) {
  if (bit(layout_.destroyed, tensor)) return;
  setBit(layout_.destroyed, tensor);
  for (unsigned round = 0; round < family_.rounds; ++round) {
    const unsigned promise = round * family_.contexts * family_.tensors + tensor;
    if (!bit(layout_.pending, promise)) continue;
    clearBit(layout_.pending, promise);
    see(Reject, promise, 0);
  }
  push(layout_.timeline[contextOf(tensor)], entry(Release, tensor));
}

// ---- All interleavings ----

template <class Step>
void FamilySystem::branch(explorer::EdgeSink& sink, Step step) {
  std::memcpy(saved_.data(), state_.data(), layout_.size);
  seen_.clear();
  step();
  if (interleavings_ == Interleavings::Visible) {
    settle();
    while (pickIsForced()) {
      if (isEmpty(layout_.mlTasks)) {
        pickTimer();
      } else {
        pickMlTask();
      }
      settle();
    }
  }
  sink.edge({reinterpret_cast<const char*>(state_.data()), layout_.size}, seen_);
  std::memcpy(state_.data(), saved_.data(), layout_.size);
}

void FamilySystem::initial(explorer::EdgeSink& sink) {
  state_ = {};
  if (family_.losses) at(layout_.lossesLeft) = static_cast<std::uint8_t>((1U << family_.contexts) - 1);
  branch(sink, [] {});
}

void FamilySystem::expand(explorer::Bytes state, explorer::EdgeSink& sink) {
  std::memcpy(state_.data(), state.data(), layout_.size);
  if (interleavings_ == Interleavings::All) {
    expandAll(sink);
  } else {
    expandVisible(sink);
  }
}

void FamilySystem::expandAll(explorer::EdgeSink& sink) {
  const bool mainRuns = at(layout_.next) < family_.promises() * (2 + family_.dispatches);
  bool quiet = !mainRuns;
  if (mainRuns) branch(sink, [&] { mainStep(); });
  for (unsigned context = 0; context < family_.contexts; ++context) {
    if (!isEmpty(layout_.timeline[context])) quiet = false, branch(sink, [&] { timelineStep(context); });
    if (!isEmpty(layout_.device[context])) quiet = false, branch(sink, [&] { deviceStep(context); });
    if (bit(layout_.lossesLeft, context)) branch(sink, [&] { loss(context); });
  }
  if (!mainRuns && !isEmpty(layout_.mlTasks)) quiet = false, branch(sink, [&] { pickMlTask(); });
  if (!mainRuns && timersLeft()) quiet = false, branch(sink, [&] { pickTimer(); });
  if (quiet) sink.end({});
}

// ---- Visible steps only ----

/// Runs every step that nobody can see: calls of the main task, timelines, writes, dispatches, releases, reads whose
/// promise is settled, and the picking of tasks that would do nothing.
void FamilySystem::settle() {
  while (at(layout_.next) < family_.promises() * (2 + family_.dispatches)) mainStep();
  for (unsigned context = 0; context < family_.contexts; ++context) {
    while (!isEmpty(layout_.timeline[context])) timelineStep(context);
    const std::size_t device = layout_.device[context];
    while (!isEmpty(device)) {
      const std::uint8_t first = at(device + 1);
      if (first >> 6 == Read && bit(layout_.pending, first & 63)) break;
      if (first >> 6 == Read) {
        pop(device);
      } else {
        deviceStep(context);
      }
    }
  }
  for (std::size_t i = 1; i <= at(layout_.mlTasks);) {
    const std::uint8_t task = at(layout_.mlTasks + i);
    const bool idle = task >> 6 == Lose ? bit(layout_.lost, task & 63) : !bit(layout_.pending, task & 63);
    if (!idle) {
      ++i;
      continue;
    }
    if (task >> 6 != Lose) at(layout_.results + (task & 63)) = 0;
    const std::size_t length = at(layout_.mlTasks);
    std::memmove(&state_[layout_.mlTasks + i], &state_[layout_.mlTasks + i + 1], length - i);
    at(layout_.mlTasks + length) = 0;
    --at(layout_.mlTasks);
  }
  // Contents that nobody reads any more.
  for (unsigned tensor = 0; tensor < family_.contexts * family_.tensors; ++tensor) {
    if (bit(layout_.destroyed, tensor)) at(layout_.contents + tensor) = 0;
  }
}

/// Whether the next task to be picked is the only thing that can happen.
bool FamilySystem::pickIsForced() {
  if (!isEmpty(layout_.mlTasks)) return !timersLeft();
  if (!timersLeft()) return false;
  for (unsigned context = 0; context < family_.contexts; ++context) {
    if (!isEmpty(layout_.device[context]) || bit(layout_.lossesLeft, context)) return false;
  }
  return true;
}

void FamilySystem::expandVisible(explorer::EdgeSink& sink) {
  if (!isEmpty(layout_.mlTasks)) {
    branch(sink, [&] { pickMlTask(); });
    if (timersLeft()) branch(sink, [&] { pickTimer(); });
    return;
  }
  bool completions = false;
  for (unsigned context = 0; context < family_.contexts; ++context) {
    if (!isEmpty(layout_.device[context])) completions = true, branch(sink, [&] { deviceStep(context); });
    if (bit(layout_.lossesLeft, context) && !bit(layout_.lost, context)) branch(sink, [&] { loss(context); });
  }
  if (completions) return;
  if (timersLeft()) {
    branch(sink, [&] { pickTimer(); });
  } else {
    sink.end({});
  }
}

}  // namespace conform
