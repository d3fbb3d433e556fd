#include "model/objects/computations.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace conform {
namespace {

using Kind = OperandInfo::Kind;

/// Takes one dispatch out of the program.
class Extraction {
 public:
  Extraction(const Program& program, Evaluator& evaluator, const Terms::Node& node)
      : program_(program), graph_(program.graphs[node.a]) {
    for (std::size_t i = 0; i < graph_.inputs.size(); ++i)
      given_[graph_.inputs[i].second] = evaluator.bytesOf(node.arguments[i]);
    for (std::size_t i = 0; i < graph_.captured.size(); ++i)
      given_[graph_.captured[i].operand] = evaluator.bytesOf(node.arguments[graph_.inputs.size() + i]);
    made_.context = program.contexts[graph_.context].name;
    for (const auto& [name, operand] : graph_.outputs) made_.outputs.push_back(reach(operand, evaluator));
  }
  Computation take() { return std::move(made_); }

 private:
  std::size_t add(std::uint8_t number, const OperandInfo& operand) {
    places_[number] = made_.operands.size();
    made_.operands.push_back(
        {program_.names[operand.name], operand.descriptor, operand.kind, operand.inputName, given_[number]});
    return places_[number];
  }

  std::size_t reach(std::uint8_t number, Evaluator& evaluator) {
    if (const auto found = places_.find(number); found != places_.end()) return found->second;
    const OperandInfo& operand = program_.operands[number];
    if (operand.kind != Kind::Output) {
      const bool isTensor = operand.kind == Kind::ConstantTensor;
      if (operand.kind != Kind::Input && !given_.contains(number))
        given_[number] = evaluator.bytesOf(isTensor ? program_.tensors[operand.tensor].data : operand.term);
      return add(number, operand);
    }
    const OperationInfo& what = program_.operations[operand.operation];
    Computation::Operation operation{&what, {}, std::vector<std::size_t>(what.outputs.size(), Computation::none)};
    for (const std::uint8_t argument : what.operands) operation.operands.push_back(reach(argument, evaluator));
    for (std::size_t i = 0; i < program_.operands.size(); ++i) {
      const OperandInfo& other = program_.operands[i];
      if (other.kind == Kind::Output && other.operation == operand.operation && other.name != 0)
        operation.results[other.output] = add(static_cast<std::uint8_t>(i), other);
    }
    made_.operations.push_back(std::move(operation));
    return places_.at(number);
  }

  const Program& program_;
  const GraphInfo& graph_;
  std::map<std::uint8_t, std::vector<std::uint8_t>> given_;
  std::map<std::uint8_t, std::size_t> places_;
  Computation made_;
};

}  // namespace

std::vector<Computation> computationsOf(const Program& program, Evaluator& evaluator, Term term) {
  std::set<Term> reached{term};
  // The arguments of a term have smaller numbers: from the largest on, each is reached before its arguments.
  for (auto place = reached.rbegin(); place != reached.rend(); ++place) {
    const Terms::Node& node = program.terms[*place];
    for (const Term argument : node.arguments) reached.insert(argument);
  }
  std::set<std::pair<std::uint32_t, std::vector<Term>>> dispatches;  // Two outputs of one are the same dispatch.
  std::vector<Computation> computations;
  for (const Term one : reached) {
    const Terms::Node& node = program.terms[one];
    if (node.kind != Terms::Kind::Output || !dispatches.emplace(node.a, node.arguments).second) continue;
    computations.push_back(Extraction{program, evaluator, node}.take());
  }
  return computations;
}

}  // namespace conform
