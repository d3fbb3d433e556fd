// output = trueValue where the condition is not 0, else falseValue; all three broadcast
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-where"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &trueValue = call.operand("trueValue"), &falseValue = call.operand("falseValue");
  if (!call.allows("condition") || !call.allows("trueValue") || falseValue.dataType != trueValue.dataType)
    return Error::TypeError;

  step("4");
  std::optional<Shape> outputShape = bidirectionallyBroadcast(trueValue.shape, falseValue.shape);
  step("4.1");
  if (!outputShape) return Error::TypeError;

  step("5");
  outputShape = bidirectionallyBroadcast(call.operand("condition").shape, *outputShape);
  step("5.1");
  if (!outputShape) return Error::TypeError;

  step("6"), step("7"), step("8");
  return output(trueValue.dataType, *outputShape);
}

/// Selects bits: nothing leaks from the value that is not selected.
std::vector<Tensor> compute(const ComputeCall& call) {
  Tensor output{call.output()};
  const Tensor& condition = call.operand("condition");
  const std::vector<std::uint64_t> holds = condition.words();
  const std::vector<std::size_t> from = broadcastPositions(condition.shape(), output.shape());

  const auto broadcast = [&](const Tensor& value) {
    const std::vector<std::size_t> positions = broadcastPositions(value.shape(), output.shape());
    return Tensor::picked(value, output.shape(), positions).patterns();
  };
  std::vector<std::uint64_t> values = broadcast(call.operand("falseValue"));
  const std::vector<std::uint64_t> whereTrue = broadcast(call.operand("trueValue"));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (holds[from[i]] != 0) values[i] = whereTrue[i];
  }
  output.storePatterns(values);
  return {std::move(output)};
}

}  // namespace

extern const Operator whereOperator{
    .name = "where",
    .anchor = "dom-mlgraphbuilder-where",
    .parameters = {{"condition"}, {"trueValue"}, {"falseValue"}},
    .options = {},
    .limits = {{"condition", uint8Only}, {"trueValue", anyType}, {"falseValue", anyType}, {"output", anyType}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
