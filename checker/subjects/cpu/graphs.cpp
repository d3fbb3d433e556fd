// Graphs on the device: from the operands to a list of operators, and running it with the reference kernels.
#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "checker/subjects/cpu/entries.hpp"

namespace conform::cpu {
namespace {

class Compiler {
 public:
  explicit Compiler(GraphData& graph) : graph_(graph) {}

  bool compile(const std::vector<std::pair<std::string, const MLOperand*>>& outputs) {
    for (const auto& [name, operand] : outputs) {
      if (!reach(operand)) return false;
    }
    while (!queue_.empty()) {
      const OperatorNode* node = queue_.front();
      queue_.pop_front();
      for (const MLOperand* input : node->inputs) {
        if (!reach(input)) return false;
      }
    }
    std::sort(graph_.steps.begin(), graph_.steps.end(),
              [](const GraphData::Step& a, const GraphData::Step& b) { return a.node->number < b.node->number; });
    for (GraphData::Step& step : graph_.steps) {
      for (const MLOperand* input : step.node->inputs) step.inputs.push_back(slots_.at(input));
      for (const MLOperand* output : step.node->outputs) step.outputs.push_back(slots_.at(output));
    }
    for (const auto& [name, operand] : outputs) graph_.outputs.emplace_back(name, slots_.at(operand));
    return true;
  }

 private:
  bool reach(const MLOperand* operand) {
    if (!slots_.emplace(operand, graph_.slots.size()).second) return true;
    graph_.slots.push_back({operand, nullptr});
    switch (operand->kind) {
      case MLOperand::Kind::Input:
        graph_.inputs.emplace_back(operand->name, graph_.slots.size() - 1);
        return true;
      case MLOperand::Kind::Constant:
        return setConstant(*operand);
      case MLOperand::Kind::Output:
        reach(operand->node);
        return true;
    }
    return true;
  }

  /// All outputs of an operator get a slot, also those that nobody uses.
  void reach(const OperatorNode* node) {
    if (!nodes_.insert(node).second) return;
    graph_.steps.push_back({node, {}, {}});
    queue_.push_back(node);
    for (const MLOperand* output : node->outputs) {
      if (slots_.emplace(output, graph_.slots.size()).second) graph_.slots.push_back({output, nullptr});
    }
  }

  bool setConstant(const MLOperand& operand) {
    std::span<const std::uint8_t> bytes = operand.bytes;
    if (operand.constantTensor != nullptr) {
      const Memory& memory = operand.constantTensor->data->memory;
      if (!memory.isThere()) return false;
      bytes = memory.bytes();
    }
    graph_.slots.back().constant = std::make_unique<Tensor>(operand.descriptor, bytes);
    return true;
  }

  GraphData& graph_;
  std::unordered_map<const MLOperand*, std::size_t> slots_;
  std::unordered_set<const OperatorNode*> nodes_;
  std::deque<const OperatorNode*> queue_;
};

/// Whether a mul's result is used by one add and nothing else.
bool isFused(const GraphData& graph, const GraphData::Step& mul) {
  const std::size_t result = mul.outputs[0];
  const auto isIt = [&](const auto& output) { return output.second == result; };
  if (std::any_of(graph.outputs.begin(), graph.outputs.end(), isIt)) return false;
  std::size_t uses = 0, adds = 0;
  for (const GraphData::Step& step : graph.steps) {
    const auto count = std::count(step.inputs.begin(), step.inputs.end(), result);
    uses += static_cast<std::size_t>(count);
    adds += count == 1 && step.node->op->name == "add";
  }
  return uses == 1 && adds == 1;
}

/// Faults.
bool isInFloat16(const GraphData& graph, const GraphData::Step& step, const Faults& faults) {
  const std::string_view op = step.node->op->name;
  return (faults.float16Sigmoid && op == "sigmoid") || (faults.float16Fusion && op == "mul" && isFused(graph, step));
}

void throughFloat16(std::vector<Tensor>& results) {
  for (Tensor& result : results) {
    if (!isFloat(result.dataType())) continue;
    Tensor half{{DataType::float16, result.shape()}};
    half.store(result.reals());
    result.store(half.reals());
  }
}

}  // namespace

bool compile(const std::vector<std::pair<std::string, const MLOperand*>>& outputs, GraphData& graph) {
  return Compiler(graph).compile(outputs);
}

std::vector<Tensor> execute(const GraphData& graph, std::vector<Tensor> inputs, const Faults& faults) {
  std::vector<std::optional<Tensor>> values(graph.slots.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) values[graph.inputs[i].second] = std::move(inputs[i]);
  const auto valueOf = [&](std::size_t slot) -> const Tensor* {
    return graph.slots[slot].constant ? graph.slots[slot].constant.get() : &*values[slot];
  };
  for (const GraphData::Step& step : graph.steps) {
    std::vector<const Tensor*> operands;
    for (const std::size_t slot : step.inputs) operands.push_back(valueOf(slot));
    std::vector<Tensor> results =
        computeOperator({*step.node->op, step.node->arguments, operands, step.node->outputDescriptors});
    if (isInFloat16(graph, step, faults)) throughFloat16(results);
    for (std::size_t i = 0; i < results.size(); ++i) values[step.outputs[i]] = std::move(results[i]);
  }
  std::vector<Tensor> outputs;
  for (const auto& [name, slot] : graph.outputs) outputs.push_back(*valueOf(slot));
  return outputs;
}

}  // namespace conform::cpu
