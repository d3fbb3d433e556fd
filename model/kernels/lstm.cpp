// A long short-term memory network: the cell of lstmCell.cpp over all steps of the input, in one or both directions.
#include "model/kernels/recurrent.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-lstm"};
  const Arguments& options = call.arguments;

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const std::uint32_t numDirections = options.enumeration("direction") == "both" ? 2 : 1;

  step("4");
  const OperandDescriptor &input = call.operand("input"), &weight = call.operand("weight"),
                          &recurrentWeight = call.operand("recurrentWeight");
  const DataType type = input.dataType;
  if (!call.allows("input") || weight.dataType != type || recurrentWeight.dataType != type) return Error::TypeError;

  step("5");
  if (input.shape.size() != 3 || weight.shape.size() != 3 || recurrentWeight.shape.size() != 3) return Error::TypeError;

  step("6");
  const std::int64_t steps = options.integer("steps");
  if (steps == 0) return Error::TypeError;

  step("7");
  if (input.shape[0] != steps) return Error::TypeError;

  step("8"), step("9");
  const std::uint32_t batchSize = input.shape[1], inputSize = input.shape[2];
  const auto hiddenSize = static_cast<std::uint64_t>(options.integer("hiddenSize"));

  step("10");
  if (!hasShape(weight, {numDirections, 4 * hiddenSize, inputSize})) return Error::TypeError;

  step("11");
  if (!hasShape(recurrentWeight, {numDirections, 4 * hiddenSize, hiddenSize})) return Error::TypeError;

  step("12");
  if (!isValidHiddenSize(hiddenSize, 8)) return Error::TypeError;

  if (call.has("bias")) {
    step("13"), step("13.1");
    if (call.operand("bias").dataType != type) return Error::TypeError;

    step("13.2");
    if (!hasShape(call.operand("bias"), {numDirections, 4 * hiddenSize})) return Error::TypeError;
  }

  if (call.has("recurrentBias")) {
    step("14"), step("14.1");
    if (call.operand("recurrentBias").dataType != type) return Error::TypeError;

    step("14.2");
    if (!hasShape(call.operand("recurrentBias"), {numDirections, 4 * hiddenSize})) return Error::TypeError;
  }

  if (call.has("peepholeWeight")) {
    step("15"), step("15.1");
    if (call.operand("peepholeWeight").dataType != type) return Error::TypeError;

    step("15.2");
    if (!hasShape(call.operand("peepholeWeight"), {numDirections, 3 * hiddenSize})) return Error::TypeError;
  }

  if (call.has("initialHiddenState")) {
    step("16"), step("16.1");
    if (call.operand("initialHiddenState").dataType != type) return Error::TypeError;

    step("16.2");
    if (!hasShape(call.operand("initialHiddenState"), {numDirections, batchSize, hiddenSize})) return Error::TypeError;
  }

  if (call.has("initialCellState")) {
    step("17"), step("17.1");
    if (call.operand("initialCellState").dataType != type) return Error::TypeError;

    step("17.2");
    if (!hasShape(call.operand("initialCellState"), {numDirections, batchSize, hiddenSize})) return Error::TypeError;
  }

  if (options.has("activations")) {
    step("18"), step("18.1");
    if (options.enumerations("activations").size() != 3) return Error::TypeError;

    step("18.2");
  } else {
    step("19"), step("19.1");
  }

  step("20"), step("20.1");
  const auto size = static_cast<std::uint32_t>(hiddenSize);
  const OperandDescriptor desc{type, {numDirections, batchSize, size}};
  std::vector<OperandDescriptor> outputs{desc, desc};

  if (options.boolean("returnSequence")) {
    step("20.2"), step("20.2.1");
    outputs.push_back({type, {input.shape[0], numDirections, batchSize, size}});
  }

  step("21"), step("22");
  return outputs;
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const RecurrentResults results = lstmResults(networkOf(call));
  std::vector<Tensor> outputs{Tensor{call.outputs[0]}, Tensor{call.outputs[1]}};
  outputs[0].store(results.hidden);
  outputs[1].store(results.cell);
  if (call.outputs.size() > 2) outputs.emplace_back(call.outputs[2]).store(results.sequence);
  return outputs;
}

}  // namespace

extern const Operator lstmOperator{
    .name = "lstm",
    .anchor = "dom-mlgraphbuilder-lstm",
    .parameters =
        {{"input"}, {"weight"}, {"recurrentWeight"}, {"steps", Kind::UnsignedLong}, {"hiddenSize", Kind::UnsignedLong}},
    .options = {{"bias"},
                {"recurrentBias"},
                {"peepholeWeight"},
                {"initialHiddenState"},
                {"initialCellState"},
                {"returnSequence", Kind::Boolean, false},
                {"direction", Kind::Enumeration, std::string("forward"), recurrentDirections()},
                {"layout", Kind::Enumeration, std::string("iofg"), {"iofg", "ifgo"}},
                {"activations", Kind::Enumerations, {}, recurrentActivations()}},
    .limits = {{"input", floatTypes, 3, 3},
               {"weight", floatTypes, 3, 3},
               {"recurrentWeight", floatTypes, 3, 3},
               {"bias", floatTypes, 2, 2},
               {"recurrentBias", floatTypes, 2, 2},
               {"peepholeWeight", floatTypes, 2, 2},
               {"initialHiddenState", floatTypes, 3, 3},
               {"initialCellState", floatTypes, 3, 3},
               {"output0", floatTypes, 3, 3},
               {"output1", floatTypes, 3, 3},
               {"output2", floatTypes, 4, 4}},
    .check = check,
    .compute = compute,
    .returnsSequence = true,
};

}  // namespace conform
