#include "checker/scenario/wptVectors.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "model/kernels/Operator.hpp"
#include "model/kernels/castNumber.hpp"

namespace conform {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::set<std::string>;

Number integerOf(const std::string& digits) {
  const bool isNegative = digits.starts_with('-');
  Int128 value = 0;
  for (const char digit : digits.substr(isNegative)) {
    if (digit < '0' || digit > '9' || value > (Int128{1} << 120)) throw std::runtime_error("no number: " + digits);
    value = value * 10 + (digit - '0');
  }
  return Number::ofInteger(isNegative ? -value : value);
}

Number numberOf(const Json& json) {
  if (json.is_number_unsigned()) return Number::ofInteger(json.get<std::uint64_t>());
  if (json.is_number_integer()) return Number::ofInteger(json.get<std::int64_t>());
  if (json.is_number()) return Number::ofReal(json.get<double>());
  const std::string text = json.get<std::string>();
  if (text == "NaN") return Number::ofReal(std::nan(""));
  if (text == "Infinity") return Number::ofReal(HUGE_VAL);
  if (text == "-Infinity") return Number::ofReal(-HUGE_VAL);
  return integerOf(text);
}

VectorTensor tensorOf(const std::string& name, const Json& json) {
  const std::string typeName = json.at("dataType").get<std::string>();
  const std::optional<DataType> type = dataTypeNamed(typeName);
  if (!type) throw std::runtime_error("no data type: " + typeName);
  const OperandDescriptor descriptor{*type, json.at("shape").get<Shape>()};
  if (!checkDimensions(descriptor)) throw std::runtime_error(name + ": not a shape of a tensor");

  VectorTensor result{name, Tensor{descriptor}, {}, json.value("constant", false), !json.at("data").is_array()};
  const Json& data = json.at("data");
  const std::size_t count = result.tensor.count();
  if (!result.isFill && data.size() != count)
    throw std::runtime_error(name + ": " + std::to_string(data.size()) + " values for " + std::to_string(count));
  std::vector<std::uint64_t> patterns(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (result.isFill && i > 0) {
      patterns[i] = patterns[0];
      if (isFloat(*type)) result.unrounded.push_back(result.unrounded[0]);
      continue;
    }
    const Number number = numberOf(result.isFill ? data : data[i]);
    patterns[i] = castNumber(*type, number).patterns()[0];
    if (isFloat(*type)) result.unrounded.push_back(number.real);
  }
  result.tensor.storePatterns(patterns);
  return result;
}

Argument argumentOf(const Json& json, Kind kind, const Names& operands) {
  if (json.is_array()) {
    ArgumentList list;
    for (const Json& element : json) list.push_back(argumentOf(element, kind, operands));
    return {list};
  }
  if (json.is_boolean()) return {json.get<bool>()};
  if (json.is_null()) return {Null{}};
  if (json.is_string()) {
    const std::string text = json.get<std::string>();
    if (kind == Kind::Operand || kind == Kind::Operands) {
      if (!operands.contains(text)) throw std::runtime_error("no operand named " + text);
      return {Reference{text}};
    }
    const bool isNumber = kind == Kind::MLNumber || kind == Kind::Double;
    return isNumber ? Argument{numberOf(json)} : Argument{text};
  }
  return {numberOf(json)};
}

VectorOperator operatorOf(const Json& json, Names& operands) {
  VectorOperator result;
  result.op = json.at("name").get<std::string>();
  const Operator* op = operatorNamed(result.op);
  for (const auto& [key, value] : json.at("arguments").items()) {
    if (key == "options") {
      result.options.emplace();
      for (const auto& [name, member] : value.items()) {
        const auto found = op ? std::find_if(op->options.begin(), op->options.end(),
                                             [&name = name](const Parameter& option) { return option.name == name; })
                              : std::vector<Parameter>::const_iterator{};
        const Kind kind = op && found != op->options.end() ? found->kind : Kind::Enumeration;
        result.options->emplace_back(name, argumentOf(member, kind, operands));
      }
    } else {
      const std::size_t position = result.arguments.size();
      const Kind kind = op && position < op->parameters.size() ? op->parameters[position].kind : Kind::Enumeration;
      result.arguments.push_back(argumentOf(value, kind, operands));
    }
  }
  for (const Json& name : json.at("outputs")) {
    result.outputs.push_back(name.get<std::string>());
    operands.insert(result.outputs.back());
  }
  return result;
}

OperatorVector vectorOf(const Json& json) {
  OperatorVector vector;
  vector.name = json.at("name").get<std::string>();
  vector.source = json.value("source", "");
  try {
    Names operands;
    for (const auto& [name, tensor] : json.at("inputs").items()) {
      vector.inputs.push_back(tensorOf(name, tensor));
      operands.insert(name);
    }
    for (const Json& op : json.at("operators")) vector.operators.push_back(operatorOf(op, operands));
    for (const auto& [name, tensor] : json.at("expected").items()) vector.expected.push_back(tensorOf(name, tensor));
    const Json& tolerance = json.at("tolerance");
    vector.tolerance.kind = tolerance.at("kind") == "ATOL" ? Tolerance::Kind::ATOL : Tolerance::Kind::ULP;
    vector.tolerance.value = tolerance.at("value").get<double>();
  } catch (const std::exception& error) {
    throw std::runtime_error(vector.name + ": " + error.what());
  }
  return vector;
}

}  // namespace

std::vector<OperatorVector> parseVectors(const std::string& json) {
  std::vector<OperatorVector> vectors;
  for (const Json& entry : Json::parse(json)) vectors.push_back(vectorOf(entry));
  return vectors;
}

}  // namespace conform
