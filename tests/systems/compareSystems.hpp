// One scenario under one semantics, set up: what the tests of the two systems ask.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "model/explorer/operations.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/FullSystem.hpp"
#include "model/systems/ReducedSystem.hpp"

namespace conform {

/// Both systems share one machine, so their symbols mean the same and their automata can be compared.
class SetUp {
 public:
  SetUp(const Scenario& scenario, const std::string& semantics)
      : loaded_(Program::load(scenario, parseSemantics(semantics))) {
    if (auto* program = std::get_if<Program>(&loaded_)) machine_ = std::make_unique<Machine>(*program);
    if (machine_ && machine_->setUp()) machine_.reset();
    if (machine_) first_ = std::string{machine_->bytes()};
  }
  SetUp(const SetUp&) = delete;
  SetUp& operator=(const SetUp&) = delete;
  ~SetUp() = default;

  bool isApplicable() const { return machine_ != nullptr; }
  /// In the state behind the set-up.
  Machine& machine() {
    machine_->load(first_);
    return *machine_;
  }
  explorer::Explored full(std::size_t states) {
    FullSystem system{machine()};
    return exploreUpTo(system, states);
  }
  explorer::Explored reduced(WrongRule wrong, std::size_t states) {
    ReducedSystem system{machine(), wrong};
    return exploreUpTo(system, states);
  }

 private:
  static explorer::Explored exploreUpTo(explorer::SystemReference system, std::size_t states) {
    explorer::Limits limits;
    limits.states = states;
    return explorer::explore(system, explorer::Method::LogOnEdges, limits);
  }
  std::variant<Program, LayoutProblem> loaded_;
  std::unique_ptr<Machine> machine_;
  std::string first_;
};

}  // namespace conform
