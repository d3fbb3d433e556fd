#include "model/objects/evaluate.hpp"

#include <algorithm>
#include <functional>
#include <memory>

#include "model/vocabulary/Ensure.hpp"

namespace conform {

const std::vector<std::uint8_t>& Evaluator::bytesOf(Term term) {
  const auto found = known_.find(term);
  if (found != known_.end()) return found->second;
  const Terms::Node& node = program_.terms[term];
  std::vector<std::uint8_t> bytes;
  switch (node.kind) {
    case Terms::Kind::Zeros:
      bytes.assign(node.a, 0);
      break;
    case Terms::Kind::Literal:
      bytes = program_.terms.bytesOf(node);
      break;
    case Terms::Kind::Output:
      bytes = outputOf(node);
      break;
    case Terms::Kind::Overlay: {
      bytes = bytesOf(node.arguments[0]);
      const std::vector<std::uint8_t> part = bytesOf(node.arguments[1]);
      const std::size_t count = std::min(part.size(), bytes.size() - std::min<std::size_t>(node.a, bytes.size()));
      std::copy_n(part.begin(), count, bytes.begin() + node.a);
      break;
    }
    case Terms::Kind::Slice: {
      const std::vector<std::uint8_t>& whole = bytesOf(node.arguments[0]);
      const std::size_t from = std::min<std::size_t>(node.a, whole.size());
      bytes.assign(whole.begin() + static_cast<std::ptrdiff_t>(from),
                   whole.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(from + node.b, whole.size())));
      break;
    }
  }
  return known_.emplace(term, std::move(bytes)).first->second;
}

std::vector<std::uint8_t> Evaluator::outputOf(const Terms::Node& node) {
  const GraphInfo& graph = program_.graphs[node.a];
  std::map<std::uint8_t, Tensor> values;  // By operand.
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    const std::uint8_t operand = graph.inputs[i].second;
    values.emplace(operand, Tensor{program_.operands[operand].descriptor, bytesOf(node.arguments[i])});
  }
  for (std::size_t i = 0; i < graph.captured.size(); ++i) {
    const std::uint8_t operand = graph.captured[i].operand;
    values.emplace(operand,
                   Tensor{program_.operands[operand].descriptor, bytesOf(node.arguments[graph.inputs.size() + i])});
  }
  std::map<std::pair<std::uint8_t, std::uint8_t>, Tensor> outputs;  // By operation and output.
  const std::function<const Tensor&(std::uint8_t)> valueOf = [&](std::uint8_t number) -> const Tensor& {
    const OperandInfo& operand = program_.operands[number];
    const auto found = values.find(number);
    if (found != values.end()) return found->second;
    const bool isTensor = operand.kind == OperandInfo::Kind::ConstantTensor;
    const Term constant = isTensor ? program_.tensors[operand.tensor].data : operand.term;
    if (operand.kind != OperandInfo::Kind::Output) {
      return values.emplace(number, Tensor{operand.descriptor, bytesOf(constant)}).first->second;
    }
    const OperationInfo& operation = program_.operations[operand.operation];
    std::vector<const Tensor*> arguments;
    for (const std::uint8_t argument : operation.operands) arguments.push_back(&valueOf(argument));
    std::vector<Tensor> results = computeOperator({*operation.op, operation.arguments, arguments, operation.outputs});
    ENSURE(operand.output < results.size());
    return values.emplace(number, std::move(results[operand.output])).first->second;
  };
  return valueOf(graph.outputs[node.b].second).bytes();
}

}  // namespace conform
