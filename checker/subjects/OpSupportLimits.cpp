#include "checker/subjects/OpSupportLimits.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

#include "checker/subjects/steps.hpp"
#include "model/kernels/Operator.hpp"
#include "model/kernels/convertArguments.hpp"

namespace conform {
namespace {

std::optional<OperandDescriptor> descriptorOf(const Descriptor& given) {
  if (!given.dataType || !given.shape) return std::nullopt;
  const auto type = dataTypeNamed(*given.dataType);
  if (!type) return std::nullopt;
  OperandDescriptor descriptor{*type, {}};
  for (const Number& size : *given.shape) {
    if (!(size.real >= 0 && size.real <= 2147483647)) return std::nullopt;
    descriptor.shape.push_back(static_cast<std::uint32_t>(size.real));
  }
  return descriptor;
}

}  // namespace

OpSupportLimits::OpSupportLimits(std::string_view json) {
  const nlohmann::json all = nlohmann::json::parse(json, nullptr, false);
  if (!all.is_object()) return;
  for (const auto& [op, operands] : all.items()) {
    if (!operands.is_object()) continue;
    for (const auto& [name, limits] : operands.items()) {
      if (!limits.is_object() || !limits.contains("dataTypes") || !limits["dataTypes"].is_array()) continue;
      Limits& known = operators_[op][name];
      for (const auto& type : limits["dataTypes"]) {
        if (type.is_string()) known.dataTypes.push_back(type.get<std::string>());
      }
      const auto range = limits.find("rankRange");
      if (range == limits.end() || !range->is_object()) continue;
      known.minRank = range->value("min", known.minRank);
      known.maxRank = range->value("max", known.maxRank);
    }
  }
}

std::optional<std::string> OpSupportLimits::excluded(const Operands& limits, const std::string& op,
                                                     const std::string& operand,
                                                     const OperandDescriptor& descriptor) const {
  const auto found = limits.find(operand);
  if (found == limits.end()) return std::nullopt;
  const std::string type(nameOf(descriptor.dataType));
  const auto& types = found->second.dataTypes;
  if (std::find(types.begin(), types.end(), type) == types.end()) {
    return "opSupportLimits: " + op + ": " + operand + " cannot be " + type;
  }
  const std::size_t rank = descriptor.shape.size();
  if (rank < found->second.minRank || rank > found->second.maxRank) {
    return "opSupportLimits: " + op + ": " + operand + " cannot have rank " + std::to_string(rank);
  }
  return std::nullopt;
}

std::optional<std::string> OpSupportLimits::lackingFor(const Op& step, Descriptors& known) const {
  const Operator* op = operatorNamed(step.op);
  if (op == nullptr) return std::nullopt;
  const auto converted = convertArguments(*op, step.arguments, step.options, {.extendedTypes = true});
  const auto* arguments = std::get_if<ConvertedArguments>(&converted);
  if (arguments == nullptr) return std::nullopt;
  std::vector<Operand> operands;
  for (const Reference& reference : arguments->operands) {
    const auto found = known.find(reference.name);
    if (found == known.end()) return std::nullopt;
    operands.push_back({found->second});
  }
  const CheckCall call{*op, arguments->arguments, operands};
  const Checked checked = checkOperator(call);
  const auto* outputs = std::get_if<std::vector<OperandDescriptor>>(&checked);
  if (outputs == nullptr) return std::nullopt;  // The draft itself refuses it.

  const std::vector<Name> names = step.asEach.empty() ? std::vector<Name>{step.as} : step.asEach;
  for (std::size_t i = 0; i < names.size() && i < outputs->size(); ++i) known[names[i]] = (*outputs)[i];

  const auto limits = operators_.find(step.op);
  if (limits == operators_.end()) return "opSupportLimits: there is no " + step.op;
  const auto look = [&](const Parameter& parameter) -> std::optional<std::string> {
    if (parameter.kind != Kind::Operand && parameter.kind != Kind::Operands) return std::nullopt;
    for (const OperandDescriptor& descriptor : call.operandList(parameter.name)) {
      if (auto lacking = excluded(limits->second, step.op, std::string(parameter.name), descriptor)) return lacking;
    }
    return std::nullopt;
  };
  for (const auto* list : {&op->parameters, &op->options}) {
    for (const Parameter& parameter : *list) {
      if (auto lacking = look(parameter)) return lacking;
    }
  }
  for (std::size_t i = 0; i < outputs->size(); ++i) {
    for (const std::string& name : {std::string("output"), std::string("outputs"), "output" + std::to_string(i)}) {
      if (auto lacking = excluded(limits->second, step.op, name, (*outputs)[i])) return lacking;
    }
  }
  return std::nullopt;
}

std::optional<std::string> OpSupportLimits::whatIsLacking(const Scenario& scenario) const {
  if (operators_.empty()) return std::nullopt;
  std::optional<std::string> lacking;
  Descriptors known;
  const auto look = [&](const Step& step) {
    if (lacking) return;
    if (const auto* input = std::get_if<Input>(&step.what)) {
      if (const auto descriptor = descriptorOf(input->descriptor)) known[input->as] = *descriptor;
    } else if (const auto* constant = std::get_if<Constant>(&step.what)) {
      if (const auto* buffer = std::get_if<Constant::FromBuffer>(&constant->from)) {
        if (const auto descriptor = descriptorOf(buffer->descriptor)) known[constant->as] = *descriptor;
      } else if (const auto* value = std::get_if<Constant::FromValue>(&constant->from)) {
        if (const auto type = dataTypeNamed(value->dataType)) known[constant->as] = {*type, {}};
      }
    } else if (const auto* op = std::get_if<Op>(&step.what)) {
      lacking = lackingFor(*op, known);
    }
  };
  forEachStep(scenario.setup, look);
  forEachStep(scenario.script, look);
  for (const auto& [name, steps] : scenario.tasks) forEachStep(steps, look);
  return lacking;
}

}  // namespace conform
