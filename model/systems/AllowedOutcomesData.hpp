// What stands behind AllowedOutcomes: for its own files only.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>

#include "model/explorer/operations.hpp"
#include "model/objects/evaluate.hpp"
#include "model/systems/AllowedOutcomes.hpp"
#include "model/systems/FullSystem.hpp"

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

}  // namespace conform
