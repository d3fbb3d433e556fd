// A graph of a scenario on its own: the same operators, on contents that are given, with any of their results as
// outputs. What `conform run --probe` has a subject run.
#pragma once

#include <string>
#include <vector>

#include "model/kernels/Tensor.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

struct GraphAlone {
  struct Given {
    Name operand;
    std::string inputName;  ///< Empty: it is a constant.
    const Tensor* contents = nullptr;
  };
  Name context;               ///< Made with the options that the scenario gives it.
  std::vector<Given> given;   ///< Inputs and constants.
  std::vector<Name> results;  ///< Of the operators, in their order: those steps of the scenario are taken over.
  struct Output {
    Name result;
    OperandDescriptor descriptor;
  };
  std::vector<Output> outputs;  ///< Results that are outputs of the graph, each of which is read.
};

struct ScenarioOfGraph {
  Scenario scenario;
  std::vector<Name> reads;  ///< What the read of each output is called.
};
ScenarioOfGraph scenarioOf(const GraphAlone& graph, const Scenario& origin);

}  // namespace conform
