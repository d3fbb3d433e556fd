#include "model/systems/AllowedOutcomes.hpp"

#include <algorithm>
#include <chrono>

#include "model/objects/computations.hpp"
#include "model/systems/AllowedOutcomesData.hpp"
#include "model/systems/ReducedSystem.hpp"

namespace conform {

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
      if (seen.detail == World::HijackedText) return std::string{"hijacked"};
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

const Scenario& AllowedOutcomes::scenario() const {
  return data_->scenario;
}

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

std::vector<Computation> AllowedOutcomes::computationsOf(explorer::Symbol symbol) const {
  const Seen& seen = data_->machine->world.meaning(symbol);
  const auto* contents = std::get_if<Contents>(&observation(symbol).outcome.value);
  if (contents == nullptr) return {};
  return conform::computationsOf(data_->program(), *data_->evaluator, static_cast<Term>(seen.detail));
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
  machine.world.granularity = options.granularity;
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
