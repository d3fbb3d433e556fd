// A network of gated recurrent units: the cell of gruCell.cpp over all steps of the input, in one or both directions.
#include "model/kernels/recurrent.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-gru"};
  const Arguments& options = call.arguments;

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &weight = call.operand("weight"),
                          &recurrentWeight = call.operand("recurrentWeight");
  const DataType type = input.dataType;
  if (!call.allows("input") || weight.dataType != type || recurrentWeight.dataType != type) return Error::TypeError;

  step("4");
  if (input.shape.size() != 3 || weight.shape.size() != 3 || recurrentWeight.shape.size() != 3) return Error::TypeError;

  step("5");
  if (input.shape[0] != options.integer("steps")) return Error::TypeError;

  step("6"), step("7");
  const std::uint32_t batchSize = input.shape[1], inputSize = input.shape[2];
  const auto hiddenSize = static_cast<std::uint64_t>(options.integer("hiddenSize"));

  step("8");
  const std::uint32_t numDirections = options.enumeration("direction") == "both" ? 2 : 1;

  step("9");
  if (!hasShape(weight, {numDirections, 3 * hiddenSize, inputSize})) return Error::TypeError;

  step("10");
  if (!hasShape(recurrentWeight, {numDirections, 3 * hiddenSize, hiddenSize})) return Error::TypeError;

  step("11");
  if (!isValidHiddenSize(hiddenSize, 6)) return Error::TypeError;

  if (call.has("bias")) {
    step("12"), step("12.1");
    if (call.operand("bias").dataType != type) return Error::TypeError;

    step("12.2");
    if (!hasShape(call.operand("bias"), {numDirections, 3 * hiddenSize})) return Error::TypeError;
  }

  if (call.has("recurrentBias")) {
    step("13"), step("13.1");
    if (call.operand("recurrentBias").dataType != type) return Error::TypeError;

    step("13.2");
    if (!hasShape(call.operand("recurrentBias"), {numDirections, 3 * hiddenSize})) return Error::TypeError;
  }

  if (call.has("initialHiddenState")) {
    step("14"), step("14.1");
    if (call.operand("initialHiddenState").dataType != type) return Error::TypeError;

    step("14.2");
    if (!hasShape(call.operand("initialHiddenState"), {numDirections, batchSize, hiddenSize})) return Error::TypeError;
  }

  if (options.has("activations")) {
    step("15"), step("15.1");
    if (options.enumerations("activations").size() != 2) return Error::TypeError;

    step("15.2");
  } else {
    step("16"), step("16.1");
  }

  step("17"), step("17.1");
  const auto size = static_cast<std::uint32_t>(hiddenSize);
  std::vector<OperandDescriptor> outputs{{type, {numDirections, batchSize, size}}};

  if (options.boolean("returnSequence")) {
    step("17.2"), step("17.2.1");
    outputs.push_back({type, {input.shape[0], numDirections, batchSize, size}});
  }

  step("18"), step("19");
  return outputs;
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const RecurrentResults results = gruResults(networkOf(call));
  std::vector<Tensor> outputs{Tensor{call.outputs[0]}};
  outputs[0].store(results.hidden);
  if (call.outputs.size() > 1) outputs.emplace_back(call.outputs[1]).store(results.sequence);
  return outputs;
}

}  // namespace

extern const Operator gruOperator{
    .name = "gru",
    .anchor = "dom-mlgraphbuilder-gru",
    .parameters =
        {{"input"}, {"weight"}, {"recurrentWeight"}, {"steps", Kind::UnsignedLong}, {"hiddenSize", Kind::UnsignedLong}},
    .options = {{"bias"},
                {"recurrentBias"},
                {"initialHiddenState"},
                {"resetAfter", Kind::Boolean, true},
                {"returnSequence", Kind::Boolean, false},
                {"direction", Kind::Enumeration, std::string("forward"), recurrentDirections()},
                {"layout", Kind::Enumeration, std::string("zrn"), {"zrn", "rzn"}},
                {"activations", Kind::Enumerations, {}, recurrentActivations()}},
    .limits = {{"input", floatTypes, 3, 3},
               {"weight", floatTypes, 3, 3},
               {"recurrentWeight", floatTypes, 3, 3},
               {"bias", floatTypes, 2, 2},
               {"recurrentBias", floatTypes, 2, 2},
               {"initialHiddenState", floatTypes, 3, 3},
               {"output0", floatTypes, 3, 3},
               {"output1", floatTypes, 4, 4}},
    .check = check,
    .compute = compute,
    .returnsSequence = true,
};

}  // namespace conform
