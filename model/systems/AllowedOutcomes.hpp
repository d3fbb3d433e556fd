// The question that everything else asks the model: which outcomes does this semantics allow for this scenario?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "model/explorer/Automaton.hpp"
#include "model/vocabulary/Granularity.hpp"
#include "model/vocabulary/Observation.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

struct Computation;
struct Semantics;
class StepRecorder;
class World;
struct Transition;
struct PropertyCheck;
/// Test only: spoils the state behind a transition, as a wrong semantics would.
using Sabotage = std::function<void(const Transition& transition, World& after)>;

enum class Engine : std::uint8_t {
  Reduced,       ///< The default: only transitions that can be seen.
  Full,          ///< Every interleaving, exact visited set: the oracle.
  Fingerprints,  ///< Every interleaving, 64-bit fingerprints.
};

struct ExploreOptions {
  Engine engine = Engine::Reduced;
  bool deviceLevel = false;  ///< Device events are observations too.
  Granularity granularity;
  std::size_t maxStates = 50'000'000;
  std::size_t maxMemory = std::size_t{4} << 30;  ///< Bytes.
  double timeoutSeconds = 60;
  StepRecorder* recorder = nullptr;                  ///< Hears of each step on each path, the set-up included.
  std::function<void(std::size_t states)> progress;  ///< Called now and then, if set.
};

/// One line of a told run.
struct NarratedStep {
  enum class Lane : std::uint8_t { Script, Context, Device };
  Lane lane = Lane::Script;
  std::string context;  ///< Name of the context, on its own lane and its device's.
  std::string anchor;   ///< "dom-mltensor-destroy".
  std::string number;   ///< "2.1"; empty for what is no step of the draft (a task is picked, script calls).
  std::string text;     ///< What happens, with the scenario's names; of a step: our wording of it.
  struct Shown {
    Observation observation;
    std::optional<std::size_t> decidedBy;  ///< The line whose step decided it.
  };
  std::vector<Shown> observations;      ///< What this step made visible.
  const Place* place = nullptr;         ///< The scenario's step that begins here, if one does.
  std::optional<std::size_t> causedBy;  ///< The line that queued what runs here. For arrows between lanes.
  std::int64_t bytes = 0;               ///< Device memory allocated (positive) or released (negative) here.
};

/// Could not be asked: the set-up does not succeed under this semantics, or the scenario uses what is not modelled.
struct NotApplicable {
  enum class Why : std::uint8_t { SetupFails, NotModelled };
  Why why = Why::SetupFails;
  std::string reason;
  std::optional<Place> place;
};

/// All outcomes, as an automaton over interned observations. Bounded explorations say so: `complete` is false.
class AllowedOutcomes {
 public:
  struct Data;  // The scenario's program, the terms, the recorded choices.
  explicit AllowedOutcomes(std::shared_ptr<Data> data) : data_(std::move(data)) {}

  /// A copy of the scenario that it is about.
  const Scenario& scenario() const;
  /// Minimal and deterministic: equal sets are equal automata.
  const explorer::Automaton& automaton() const;
  /// What a symbol stands for, its value computed by the kernels.
  const Observation& observation(explorer::Symbol symbol) const;
  /// Whether the draft (or the semantics) leaves this value open: any value conforms, and is reported as unspecified.
  bool isUnspecified(explorer::Symbol symbol) const;
  /// The dispatches that went into the contents that a symbol shows, those that others use first; they refer to what
  /// stands behind this object.
  std::vector<Computation> computationsOf(explorer::Symbol symbol) const;

  bool complete() const;
  std::string whyIncomplete() const;
  std::size_t statesExplored() const;
  std::size_t transitions() const;
  std::size_t peakBytes() const;

  /// A shortest run that shows this word, step by step. The word must be in the automaton's language. Empty where more
  /// than `maxStates` states would have to be searched.
  std::vector<NarratedStep> narrate(const explorer::Word& word, std::size_t maxStates = 1'000'000) const;
  /// The run that makes these choices, from the state behind the set-up on: at each state, which of the successors.
  std::vector<NarratedStep> narrateRun(std::span<const std::uint32_t> choices) const;

  /// What must hold on every path, checked on each (model/systems/checkProperties.hpp).
  PropertyCheck checkProperties(std::size_t maxStates, const Sabotage& sabotage) const;

 private:
  std::shared_ptr<Data> data_;
};

std::variant<AllowedOutcomes, NotApplicable> allowedOutcomes(const Scenario& scenario, const Semantics& semantics,
                                                             const ExploreOptions& options);

}  // namespace conform
