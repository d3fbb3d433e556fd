// Every interleaving of script, timelines and events, one action at a time: the oracle. Nothing is left out.
#pragma once

#include <optional>
#include <string>

#include "model/algorithms/algorithms.hpp"
#include "model/explorer/Explore.hpp"
#include "model/objects/Transition.hpp"

namespace conform {

/// The parts that both systems share: what can happen, and making it happen.
class Machine {
 public:
  explicit Machine(Program& program) : world(program) {}
  World world;

  /// The set-up, deterministically; what did not succeed, if anything did not.
  std::optional<std::string> setUp();

  /// What the script's side can do: at most one while it runs, else the tasks that may be picked.
  void scriptTransitions(std::vector<Transition>& all);
  void timelineTransitions(std::vector<Transition>& all);
  void eventTransitions(std::vector<Transition>& all);
  /// Everything that can happen; whether the run may end here.
  bool allTransitions(std::vector<Transition>& all);
  /// No script step, no microtask, no task, no parallel step, and every timeline empty or paused.
  bool isQuiescent();
  void fire(const Transition& transition);
  /// Tells where each transition leads from this state, once for each choice that it makes; `behind` runs after it.
  template <class Behind>
  void tell(explorer::Bytes state, const std::vector<Transition>& transitions, bool ends, explorer::EdgeSink& sink,
            const Behind& behind) {
    for (const Transition& transition : transitions) {
      do {
        load(state);
        world.seen.clear();
        fire(transition);
        behind(transition);
        sink.edge(bytes(), world.seen);
      } while (world.nextChoices());
    }
    if (!ends) return;
    load(state);
    world.seen.clear();
    seePending();
    sink.end(world.seen);
  }
  /// What the end of a run shows: the promises that are still pending.
  void seePending();

  void load(explorer::Bytes state) { std::memcpy(world.bytes.data(), state.data(), world.layout().size); }
  explorer::Bytes bytes() const { return {reinterpret_cast<const char*>(world.bytes.data()), world.layout().size}; }
};

class FullSystem {
 public:
  /// `machine` has been set up.
  explicit FullSystem(Machine& machine) : machine_(machine), first_(machine.bytes()) {}
  void initial(explorer::EdgeSink& sink);
  void expand(explorer::Bytes state, explorer::EdgeSink& sink);

  /// When set: hears of each transition before it is told, and of nothing for an end.
  std::vector<Transition>* told = nullptr;

 private:
  Machine& machine_;
  std::string first_;  ///< The state behind the set-up.
  std::vector<Transition> transitions_;
};

}  // namespace conform
