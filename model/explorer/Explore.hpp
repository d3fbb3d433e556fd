// Visits every state of a transition system once, and gives the set of words that its runs show.
// Knows bytes and numbers only.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "model/explorer/Automaton.hpp"
#include "model/explorer/Nfa.hpp"

namespace conform::explorer {

/// A state. All states of one system have the same size; one state has one byte string.
using Bytes = std::string_view;
/// What is seen on a transition: any number of symbols, also none.
using Seen = std::span<const Symbol>;

/// Hears of each successor of a state, always in the same order.
class EdgeSink {
 public:
  virtual void edge(Bytes successor, Seen seen) = 0;
  /// A run may end here; `seen` is what its end shows.
  virtual void end(Seen seen) = 0;

 protected:
  EdgeSink() = default;
  EdgeSink(const EdgeSink&) = default;
  EdgeSink& operator=(const EdgeSink&) = default;
  ~EdgeSink() = default;
};

/// `initial` tells the states in which a run may begin, with what was seen on the way to them; `expand` tells all
/// successors of a state, and whether a run may end there. No state may be its own successor's successor.
template <class S>
concept TransitionSystem = requires(S& system, Bytes state, EdgeSink& sink) {
  system.initial(sink);
  system.expand(state, sink);
};

/// Any transition system; the search itself is compiled once.
class SystemReference {
 public:
  template <TransitionSystem S>
  requires(!std::same_as<S, SystemReference>) SystemReference(S& system)  // NOLINT(google-explicit-constructor): a view
      : system_(&system),
        initial_([](void* self, EdgeSink& sink) { static_cast<S*>(self)->initial(sink); }),
        expand_([](void* self, Bytes state, EdgeSink& sink) { static_cast<S*>(self)->expand(state, sink); }) {}

  void initial(EdgeSink& sink) const { initial_(system_, sink); }
  void expand(Bytes state, EdgeSink& sink) const { expand_(system_, state, sink); }

 private:
  void* system_;
  void (*initial_)(void*, EdgeSink&);
  void (*expand_)(void*, Bytes, EdgeSink&);
};

/// Where what was seen is kept, and what is remembered of a visited state.
enum class Method : std::uint8_t {
  LogOnEdges,    ///< States without logs, compared exactly; gives an Nfa. The fewest states.
  LogInState,    ///< Every pair of a state and its log, compared exactly.
  Fingerprints,  ///< The same, but only 64 bits of each are kept: two states in 2^64 may be taken for one.
};

struct Limits {
  std::size_t states = 50'000'000;
  std::size_t memory = std::size_t{4} << 30;  ///< Bytes, of everything that grows.
  /// Asked now and then (about every millisecond): false ends the search. The caller's clock and progress bar.
  std::function<bool(std::size_t states)> goOn;
};

enum class Stop : std::uint8_t { Complete, States, Memory, Interrupted };

struct Explored {
  Automaton automaton;          ///< Minimal; of what was explored.
  Nfa nfa;                      ///< With Method::LogOnEdges only.
  Stop stop = Stop::Complete;   ///< If not Complete, words may be missing.
  std::size_t states = 0;       ///< That were visited.
  std::size_t transitions = 0;  ///< Edges between them.
  std::size_t peakBytes = 0;
};

Explored explore(SystemReference system, Method method, const Limits& limits);

}  // namespace conform::explorer
