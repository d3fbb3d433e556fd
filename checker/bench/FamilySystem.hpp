// The benchmark's family F(K, T, R, ND, XM, LOSS) as a transition system, step for step what family.pml does: the two
// state graphs are the same, so that times, states and transitions can be compared.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/explorer/Explore.hpp"

namespace conform {

/// K contexts with T tensors each. One main task does, `rounds` times for each tensor: write, `dispatches` times
/// dispatch, read. Then timer tasks, in order, each destroy the tensors of one context; every context may be lost at
/// any time. A timer is one step, destroy() returns early for a destroyed tensor, and devices do not fail: the
/// granularity is part of the family.
struct Family {
  unsigned contexts = 2, tensors = 2, rounds = 1, dispatches = 1;
  bool timers = true, losses = true;

  unsigned promises() const { return contexts * tensors * rounds; }
  std::string name() const;
  /// As definitions for the C preprocessor that Spin runs: "-DK=2 -DT=2 ...".
  std::vector<std::string> definitions() const;
};

class FamilySystem {
 public:
  enum class Interleavings : std::uint8_t {
    All,      ///< Every step of every process.
    Visible,  ///< Only what script can see: who appends to the event loop's queue, and which task is picked.
  };
  FamilySystem(const Family& family, Interleavings interleavings);

  void initial(explorer::EdgeSink& sink);
  void expand(explorer::Bytes state, explorer::EdgeSink& sink);

 private:
  enum Operation : std::uint8_t { Write, Dispatch, Read, Release };
  enum Settlement : std::uint8_t { Resolve, Reject, Lose };

  // One byte each, unless said otherwise. A queue: its length, then its entries, the rest zero.
  struct Layout {
    std::size_t next = 0;                  ///< Of the main task: the next operation.
    std::size_t timers = 1;                ///< That have run.
    std::size_t lossesLeft = 2, lost = 3;  ///< Bit sets over contexts.
    std::size_t pending = 4, destroyed = 0, contents = 0, results = 0, mlTasks = 0, size = 0;
    std::vector<std::size_t> timeline, device;
  };

  std::uint8_t& at(std::size_t offset) { return state_[offset]; }
  bool bit(std::size_t offset, unsigned index) const { return (state_[offset + index / 8] >> (index % 8)) & 1; }
  void setBit(std::size_t offset, unsigned index) {
    state_[offset + index / 8] |= static_cast<std::uint8_t>(1U << (index % 8));
  }
  void clearBit(std::size_t offset, unsigned index) {
    state_[offset + index / 8] &= static_cast<std::uint8_t>(~(1U << (index % 8)));
  }
  void push(std::size_t queue, std::uint8_t entry) { state_[queue + ++state_[queue]] = entry; }
  std::uint8_t pop(std::size_t queue);

  unsigned contextOf(unsigned promise) const { return promise % family_.contexts; }
  /// Index over all tensors.
  unsigned tensorOf(unsigned promise) const { return promise % (family_.contexts * family_.tensors); }
  std::uint8_t entry(Operation operation, unsigned promise) const {
    return static_cast<std::uint8_t>(operation << 6 | promise);
  }

  void mainStep();
  void timelineStep(unsigned context);
  void deviceStep(unsigned context);
  void loss(unsigned context);
  void pickMlTask();
  void pickTimer();
  void destroy(unsigned tensor);
  void see(unsigned kind, unsigned id, unsigned value);
  void settle();
  bool pickIsForced();

  void expandAll(explorer::EdgeSink& sink);
  void expandVisible(explorer::EdgeSink& sink);
  bool timersLeft() { return family_.timers && at(layout_.timers) < family_.contexts; }
  bool isEmpty(std::size_t queue) { return at(queue) == 0; }

  template <class Step>
  void branch(explorer::EdgeSink& sink, Step step);

  Family family_;
  Interleavings interleavings_;
  Layout layout_;
  std::array<std::uint8_t, 512> state_{}, saved_{};
  std::vector<explorer::Symbol> seen_;
};

}  // namespace conform
