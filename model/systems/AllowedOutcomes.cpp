#include "model/systems/AllowedOutcomes.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "model/explorer/operations.hpp"
#include "model/objects/evaluate.hpp"
#include "model/systems/FullSystem.hpp"
#include "model/systems/ReducedSystem.hpp"

namespace conform {

struct AllowedOutcomes::Data {
  // The program points into the scenario: this one, which lives as long.
  Data(const Scenario& given, const Semantics& semantics, StepRecorder* recorder)
      : scenario(given), loaded(Program::load(scenario, semantics, recorder)) {}
  Program& program() { return std::get<Program>(loaded); }

  Scenario scenario;
  std::variant<Program, LayoutProblem> loaded;
  std::unique_ptr<Machine> machine;
  std::unique_ptr<Evaluator> evaluator;
  std::string first;  ///< The state behind the set-up.
  explorer::Explored explored;
  std::map<explorer::Symbol, Observation> observations;
};

namespace {

Value valueOf(Program& program, Evaluator& evaluator, const Seen& seen) {
  const PromiseInfo& info = program.promises[program.promiseOfName[seen.name]];
  switch (info.kind) {
    case PromiseInfo::Kind::Lost:
    case PromiseInfo::Kind::GraphLost:
      return LostInfo{};
    case PromiseInfo::Kind::CreateContext:
      return Interface::MLContext;
    case PromiseInfo::Kind::CreateTensor:
      return Interface::MLTensor;
    case PromiseInfo::Kind::Build:
      return Interface::MLGraph;
    case PromiseInfo::Kind::Data:
    case PromiseInfo::Kind::ReadInto:
      return Undefined{};
    case PromiseInfo::Kind::Read:
      break;
  }
  return Contents{info.type, evaluator.bytesOf(static_cast<Term>(seen.detail))};
}

/// What a call with this name returns.
Value returnedBy(const Program& program, std::uint16_t name) {
  for (const PieceInfo& piece : program.pieces) {
    for (const Command& command : piece.commands) {
      const bool isIts = command.name == name || std::ranges::find(command.names, name) != command.names.end();
      if (isIts && command.what != Command::Do::Mark) return command.value;
    }
  }
  return Undefined{};
}

Observation describe(Program& program, Evaluator& evaluator, World& world, const Seen& seen) {
  Observation observation;
  observation.name = program.names[seen.name];
  using Kind = Observation::Kind;
  switch (seen.kind) {
    case Seen::Kind::Fulfilled:
      observation.outcome = Outcome::resolved(valueOf(program, evaluator, seen));
      break;
    case Seen::Kind::Rejected:
      observation.outcome = Outcome::rejected(static_cast<Error>(seen.detail));
      break;
    case Seen::Kind::Returned:
      observation.kind = Kind::Called;
      observation.outcome = Outcome::returns(seen.detail == 0 ? Value{Undefined{}} : returnedBy(program, seen.name));
      break;
    case Seen::Kind::Threw:
      observation.kind = Kind::Called;
      observation.outcome = Outcome::throws(static_cast<Error>(seen.detail));
      break;
    case Seen::Kind::Marked:
      observation.kind = Kind::Marked;
      break;
    case Seen::Kind::Pending:
      observation.kind = Kind::Pending;
      observation.outcome = Outcome::pending();
      break;
    case Seen::Kind::Peeked: {
      observation.kind = Kind::Called;
      const auto term = static_cast<Term>(seen.detail);
      observation.outcome =
          term == 0xffff && seen.detail >> 16 == 0
              ? Outcome::returns(Detached{})
              : Outcome::returns(Contents{static_cast<DataType>(seen.detail >> 16), evaluator.bytesOf(term)});
      break;
    }
    case Seen::Kind::Device:
      observation.kind = Kind::Device;
      observation.name = world.deviceLabel(seen.detail);
      break;
  }
  return observation;
}

}  // namespace

const explorer::Automaton& AllowedOutcomes::automaton() const {
  return data_->explored.automaton;
}

const Observation& AllowedOutcomes::observation(explorer::Symbol symbol) const {
  const auto found = data_->observations.find(symbol);
  if (found != data_->observations.end()) return found->second;
  World& world = data_->machine->world;
  const Seen seen = world.meaning(symbol);
  return data_->observations.emplace(symbol, describe(data_->program(), *data_->evaluator, world, seen)).first->second;
}

bool AllowedOutcomes::isUnspecified(explorer::Symbol symbol) const {
  const Seen& seen = data_->machine->world.meaning(symbol);
  if (seen.kind != Seen::Kind::Fulfilled && seen.kind != Seen::Kind::Peeked) return false;
  const auto& unspecified = data_->scenario.unspecified;
  return unspecified.contains(data_->program().names[seen.name]) || unspecified.contains("");
}

std::pair<std::string, std::string> AllowedOutcomes::decidedBy(explorer::Symbol symbol) const {
  const Program& program = data_->program();
  const Seen& seen = data_->machine->world.meaning(symbol);
  const PromiseInfo& info = program.promises[program.promiseOfName[seen.name]];
  const bool rejects = seen.kind == Seen::Kind::Rejected;
  const bool invalidState = rejects && static_cast<Error>(seen.detail) == Error::InvalidStateError;
  switch (seen.kind) {
    case Seen::Kind::Fulfilled:
    case Seen::Kind::Rejected:
      break;
    case Seen::Kind::Pending:
    case Seen::Kind::Returned:
    case Seen::Kind::Threw:
    case Seen::Kind::Marked:
    case Seen::Kind::Peeked:
    case Seen::Kind::Device:
      return {};
  }
  switch (info.kind) {
    case PromiseInfo::Kind::Data:
      return {};
    case PromiseInfo::Kind::Lost:
      return {"mlcontext-lose", "3"};
    case PromiseInfo::Kind::GraphLost:
      return {"mlcontext-lose", "4"};
    case PromiseInfo::Kind::CreateContext:
      return {"dom-ml-createcontext", rejects ? "5.1" : "5.2"};
    case PromiseInfo::Kind::CreateTensor:
      return {"dom-mlcontext-createtensor", invalidState ? "6.2" : rejects ? "6.1.2" : "6.1.3"};
    case PromiseInfo::Kind::Build:
      return {"dom-mlgraphbuilder-build", invalidState ? "18.2" : rejects ? "18.1.2" : "18.1.4"};
    case PromiseInfo::Kind::Read:
      if (invalidState && program.semantics.pendingReadsOnDestroy != PendingReads::Complete)
        return {"dom-mltensor-destroy", "2.2"};
      return {"dom-mlcontext-readtensor", invalidState ? "8.2" : rejects ? "8.1.2.2" : "8.1.3.3"};
    case PromiseInfo::Kind::ReadInto:
      if (invalidState && program.semantics.pendingReadsOnDestroy != PendingReads::Complete)
        return {"dom-mltensor-destroy", "2.2"};
      return {"dom-mlcontext-readtensor-tensor-outputdata", invalidState ? "9.2" : rejects ? "9.1.2.2" : "9.1.3.4"};
  }
  return {};
}

bool AllowedOutcomes::complete() const {
  return data_->explored.stop == explorer::Stop::Complete;
}

std::string AllowedOutcomes::whyIncomplete() const {
  const std::string states = std::to_string(data_->explored.states) + " states";
  switch (data_->explored.stop) {
    case explorer::Stop::Complete:
      return {};
    case explorer::Stop::States:
      return "the bound on states was reached after " + states;
    case explorer::Stop::Memory:
      return "the bound on memory was reached after " + states;
    case explorer::Stop::Interrupted:
      return "the time was over after " + states;
  }
  return {};
}

std::size_t AllowedOutcomes::statesExplored() const {
  return data_->explored.states;
}
std::size_t AllowedOutcomes::transitions() const {
  return data_->explored.transitions;
}
std::size_t AllowedOutcomes::peakBytes() const {
  return data_->explored.peakBytes;
}

namespace {

/// Runs one choice of a state with every step recorded, and says in words what it was.
class Narrator final : public explorer::EdgeSink, public StepRecorder {
 public:
  Narrator(Machine& machine, std::vector<NarratedStep>& lines, const AllowedOutcomes& outcomes)
      : machine_(machine), lines_(lines), outcomes_(outcomes) {}

  void take(FullSystem& system, const std::string& state, std::uint32_t choice) {
    wanted_ = choice;
    told_ = 0;
    steps_.clear();
    transitions_.clear();
    system.told = &transitions_;
    World& world = machine_.world;
    machine_.load(state);
    before_ = state;
    world.recorder = this;
    system.expand(state, *this);
    world.recorder = nullptr;
    system.told = nullptr;
  }
  std::string next;

  void step(std::string_view anchor, std::string_view number) override {
    steps_.push_back({std::string{anchor}, std::string{number}});
  }

  void edge(explorer::Bytes successor, explorer::Seen seen) override {
    if (told_++ == wanted_) {
      next = std::string{successor};
      line(transitions_.back(), seen);
    }
    steps_.clear();
  }
  void end(explorer::Seen seen) override {
    if (told_++ != wanted_) return;
    for (const explorer::Symbol symbol : seen) {
      NarratedStep line;
      line.text = "At the end: " + outcomes_.observation(symbol).name + " is pending";
      line.observations.push_back(outcomes_.observation(symbol));
      lines_.push_back(std::move(line));
    }
  }

 private:
  void line(const Transition& transition, explorer::Seen seen) {
    const Program& program = machine_.world.program;
    World& world = machine_.world;
    machine_.load(before_);
    NarratedStep line;
    using Move = Transition::Kind;
    switch (transition.kind) {
      case Move::Script: {
        const Command& command = program.pieces[world.piece()].commands[world.pc()];
        line.text = program.pieces[world.piece()].title + ": " +
                    (command.step->place.pointer.empty() ? "a step" : command.step->place.pointer);
        line.place = &command.step->place;
        break;
      }
      case Move::Microtask:
        line.text = "a microtask runs";
        break;
      case Move::MlTask:
        line.text = "the next ML task runs";
        break;
      case Move::Task:
        line.text = "the " + program.pieces[program.tasks[transition.index]].title + " starts";
        break;
      case Move::Turn:
        line.text = "the script goes on in a task of its own";
        break;
      case Move::Settle:
        line.text = "nothing is left to run: the script goes on";
        break;
      case Move::Event:
        line.text =
            "the context " + program.contexts[program.anytime[transition.index].context].name + " is reported lost";
        break;
      case Move::MakeContext:
        line.lane = NarratedStep::Lane::Context;
        line.context = program.contexts[transition.index].name;
        line.text = "the context is made, in parallel";
        break;
      case Move::Timeline: {
        line.lane = NarratedStep::Lane::Context;
        line.context = program.contexts[transition.index].name;
        line.text = program.entries[world.timeline(transition.index)[transition.place * 2U]].label;
        break;
      }
    }
    if (!steps_.empty()) {
      line.anchor = steps_.front().first;
      line.number = steps_.front().second;
    }
    for (const explorer::Symbol symbol : seen) line.observations.push_back(outcomes_.observation(symbol));
    const NarratedStep::Lane lane = line.lane;
    const std::string context = line.context;
    lines_.push_back(std::move(line));
    for (std::size_t i = 1; i < steps_.size(); ++i) {
      NarratedStep more;
      more.lane = lane;
      more.context = context;
      more.anchor = steps_[i].first;
      more.number = steps_[i].second;
      lines_.push_back(std::move(more));
    }
    machine_.load(next);
  }

  Machine& machine_;
  std::vector<NarratedStep>& lines_;
  const AllowedOutcomes& outcomes_;
  std::uint32_t wanted_ = 0, told_ = 0;
  std::vector<std::pair<std::string, std::string>> steps_;
  std::vector<Transition> transitions_;
  std::string before_;
};

}  // namespace

std::vector<NarratedStep> AllowedOutcomes::narrate(const explorer::Word& word) const {
  Machine& machine = *data_->machine;
  machine.load(data_->first);
  FullSystem system{machine};
  std::vector<NarratedStep> lines;
  explorer::Limits limits;
  limits.states = 5'000'000;
  const auto run = explorer::findRun(system, word, limits);
  if (!run) return lines;
  Narrator narrator{machine, lines, *this};
  std::string state = data_->first;
  for (std::size_t i = 1; i < run->size(); ++i) {  // The first choice is the one initial state.
    narrator.take(system, state, (*run)[i]);
    state = narrator.next;
  }
  return lines;
}

std::variant<AllowedOutcomes, NotApplicable> allowedOutcomes(const Scenario& scenario, const Semantics& semantics,
                                                             const ExploreOptions& options) {
  const auto data = std::make_shared<AllowedOutcomes::Data>(scenario, semantics, options.recorder);
  if (const auto* problem = std::get_if<LayoutProblem>(&data->loaded)) {
    return NotApplicable{NotApplicable::Why::NotModelled, problem->reason, problem->place};
  }
  data->machine = std::make_unique<Machine>(data->program());
  data->evaluator = std::make_unique<Evaluator>(data->program());
  Machine& machine = *data->machine;
  machine.world.deviceLevel = options.deviceLevel;
  machine.world.recorder = options.recorder;
  if (const auto failure = machine.setUp()) {
    return NotApplicable{NotApplicable::Why::SetupFails, *failure, std::nullopt};
  }
  data->first = std::string{machine.bytes()};

  explorer::Limits limits;
  limits.states = options.maxStates;
  limits.memory = options.maxMemory;
  const auto begun = std::chrono::steady_clock::now();
  limits.goOn = [&](std::size_t states) {
    if (options.progress) options.progress(states);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() < options.timeoutSeconds;
  };
  if (options.engine == Engine::Reduced && !options.deviceLevel) {
    ReducedSystem system{machine};
    data->explored = explorer::explore(system, explorer::Method::LogOnEdges, limits);
  } else {
    FullSystem system{machine};
    const auto method = options.engine == Engine::Fingerprints ? explorer::Method::Fingerprints
                        : options.deviceLevel                  ? explorer::Method::LogOnEdges
                                                               : explorer::Method::LogInState;
    data->explored = explorer::explore(system, method, limits);
  }
  machine.world.recorder = nullptr;
  return AllowedOutcomes{data};
}

}  // namespace conform
