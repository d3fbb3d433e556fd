// Only what script can see: who appends to the event loop's queue, and which task is picked next. Everything else is
// run in place. What is visible is derived, at each state, from what an entry can append, what its guard reads, and
// what script may still do; where that is not clear, nothing is left out.
//
// The argument, in three rules (docs/performance.md says more):
// 1. An action of a timeline that appends nothing, and that nothing still to come can hinder or change, is run at once.
// 2. While script runs, its next step goes first, and while tasks are queued, only the picking of a task branches:
//    appending at the tail commutes with taking from the head. Unless the step changes what a timeline is about to do
//    (it loses a context, drops entries, makes operations fail, appends itself): then everything branches.
// 3. Else every action that appends branches, the events that may happen at any time too, and the tasks if script may
//    still do anything that timelines notice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/systems/FullSystem.hpp"

namespace conform {

/// For tests only: each puts a rule back that was found to be wrong, and must be noticed.
enum class WrongRule : std::uint8_t {
  None,
  ReadGuardIsInvisible,       ///< Also under option-1, where a loss does not settle reads.
  CreationsAreEager,          ///< The second action of createTensor and build is run at once.
  DestroyContextIsLocal,      ///< context.destroy() in script is like any other call.
  LoseIsPickedAlone,          ///< The pick of a queued *lose* conflicts with nothing.
  TasksNeverRaceCompletions,  ///< Tasks are not among the appenders.
  ReactionsAreNotCounted,     ///< Calls made by reactions are not among what script may still do.
  CancellationIsIgnored,      ///< Entries are never dropped.
  SettledReadsIntoBuffersDoNothing,
  ComputeGuardIsInvisible,        ///< Also under graph-lost.
  FailingComputeIsLocal,          ///< Also under graph-lost.
  ComputesDoNotRace,              ///< For a failure, in an unordered device.
  FailuresAreNotCounted,          ///< Script's failNext conflicts with nothing.
  OnlyLossesBranch,               ///< Where only losses and tasks are possible, tasks wait for the losses.
  LossMustHappen,                 ///< A run may not end while a loss is possible.
  EventsDoNotRace,                ///< Losses are not among the appenders while completions are possible.
  CreationsAreHeldForEventsOnly,  ///< Not for what script may still do.
  CancelledReadsAreSettled,       ///< Under option-1+option-2 too, where they stay pending for ever.
  ControlIsNotCounted,            ///< pause, resume, drain and runTimeline conflict with nothing.
  ContextsDoNotRace,              ///< Completions of different contexts need no order.
  DestroyedTensorsAreEmpty,       ///< In the canonical form, although a read may be queued.
  DeadWorkIsDropped,              ///< In the canonical form, although it orders what is behind it.
};

class ReducedSystem {
 public:
  explicit ReducedSystem(Machine& machine, WrongRule wrong = WrongRule::None);
  void initial(explorer::EdgeSink& sink);
  void expand(explorer::Bytes state, explorer::EdgeSink& sink);

  // What the rules say of the state that the machine is in: for the audit of the rules.
  /// Whether a timeline's next action is one that nobody can tell: it is run at once.
  bool runsInPlace(const Transition& transition);
  struct Branching {
    std::vector<Transition> transitions;
    bool isAll = false;  ///< Nothing is left out.
  };
  Branching branching();
  void canonicalise();

 private:
  /// What commands still to come may do, as bits; those for a context are shifted by four times its number.
  using Effects = std::uint64_t;
  static constexpr Effects Loses = 1, Drops = 2, Fails = 4, Controls = 8, Appends = Effects{1} << 60;
  static Effects of(Effects effect, std::uint8_t context) { return effect << (context * 4); }

  Effects effectsOf(const Command& command) const;
  Effects suffix(std::uint8_t piece, std::size_t from) const;
  Effects scriptEffects();
  Effects eventEffects();

  bool isLocal(std::uint8_t context, std::size_t place, Effects effects);
  bool consumes(const Entry& entry) const;
  bool mayFail(std::uint8_t context, Effects effects);
  /// Whether losing the context now or later makes a difference to what its timeline appends.
  bool guardsMatter(std::uint8_t context);
  bool conflicts(const Command& command);
  bool loses(const Command& command) const;
  bool dropsAny(std::uint8_t tensor);
  bool anythingAppends();
  bool isIdle(std::uint8_t mlTask);
  void dropIdleTasks();
  void clean(Effects script);
  bool dropDeadWork(std::uint8_t context);

  /// Runs in place all that nobody can tell; what was seen on the way is in the world.
  void settle();
  bool settleOnce();
  void branches();
  void everything();
  bool isPaused(std::uint8_t context) { return (machine_.world.context(context) & World::Paused) != 0; }

  Machine& machine_;
  WrongRule wrong_;
  bool reduces_;
  std::string first_;
  std::vector<std::vector<Effects>> suffixes_;  ///< For each piece and step: that step and all behind it.
  std::vector<Transition> transitions_, scratch_;
  bool ends_ = false, isAll_ = false;
};

}  // namespace conform
