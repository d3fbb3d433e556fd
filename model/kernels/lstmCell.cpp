// One step of a long short-term memory, for each unit; the sums over inputs and hidden states:
//   i = a0(bias + recurrentBias + weight x + recurrentWeight h + peephole c), f and o alike
//   g = a1(bias + recurrentBias + weight x + recurrentWeight h)
//   new c = f c + i g,  new h = o a2(new c)
// (The output gate's peephole looks at the old cell state.)
#include "model/kernels/recurrent.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-lstmcell"};
  const Arguments& options = call.arguments;

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &weight = call.operand("weight"),
                          &recurrentWeight = call.operand("recurrentWeight"),
                          &hiddenState = call.operand("hiddenState"), &cellState = call.operand("cellState");
  const DataType type = input.dataType;
  if (!call.allows("input") || weight.dataType != type || recurrentWeight.dataType != type ||
      hiddenState.dataType != type || cellState.dataType != type)
    return Error::TypeError;

  step("4");
  if (input.shape.size() != 2 || weight.shape.size() != 2 || recurrentWeight.shape.size() != 2 ||
      hiddenState.shape.size() != 2 || cellState.shape.size() != 2)
    return Error::TypeError;

  step("5"), step("6");
  const std::uint32_t batchSize = input.shape[0], inputSize = input.shape[1];
  const auto hiddenSize = static_cast<std::uint64_t>(options.integer("hiddenSize"));

  step("7");
  if (!hasShape(weight, {4 * hiddenSize, inputSize})) return Error::TypeError;

  step("8");
  if (!hasShape(recurrentWeight, {4 * hiddenSize, hiddenSize})) return Error::TypeError;

  step("9");
  if (!hasShape(hiddenState, {batchSize, hiddenSize})) return Error::TypeError;

  step("10");
  if (!hasShape(cellState, {batchSize, hiddenSize})) return Error::TypeError;

  step("11");
  if (!isValidHiddenSize(hiddenSize, 8)) return Error::TypeError;

  if (call.has("bias")) {
    step("12"), step("12.1");
    if (call.operand("bias").dataType != type) return Error::TypeError;

    step("12.2");
    if (!hasShape(call.operand("bias"), {4 * hiddenSize})) return Error::TypeError;
  }

  if (call.has("recurrentBias")) {
    step("13"), step("13.1");
    if (call.operand("recurrentBias").dataType != type) return Error::TypeError;

    step("13.2");
    if (!hasShape(call.operand("recurrentBias"), {4 * hiddenSize})) return Error::TypeError;
  }

  if (call.has("peepholeWeight")) {
    step("14"), step("14.1");
    if (call.operand("peepholeWeight").dataType != type) return Error::TypeError;

    step("14.2");
    if (!hasShape(call.operand("peepholeWeight"), {3 * hiddenSize})) return Error::TypeError;
  }

  if (options.has("activations")) {
    step("15"), step("15.1");
    if (options.enumerations("activations").size() != 3) return Error::TypeError;

    step("15.2");
  } else {
    step("16"), step("16.1");
  }

  step("17"), step("18"), step("19"), step("19.1"), step("20");
  const OperandDescriptor desc{type, {batchSize, static_cast<std::uint32_t>(hiddenSize)}};
  return std::vector<OperandDescriptor>{desc, desc};
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const RecurrentResults results = lstmResults(cellOf(call));
  std::vector<Tensor> outputs{Tensor{call.outputs[0]}, Tensor{call.outputs[1]}};
  outputs[0].store(results.hidden);
  outputs[1].store(results.cell);
  return outputs;
}

}  // namespace

extern const Operator lstmCellOperator{
    .name = "lstmCell",
    .anchor = "dom-mlgraphbuilder-lstmcell",
    .parameters = {{"input"},
                   {"weight"},
                   {"recurrentWeight"},
                   {"hiddenState"},
                   {"cellState"},
                   {"hiddenSize", Kind::UnsignedLong}},
    .options = {{"bias"},
                {"recurrentBias"},
                {"peepholeWeight"},
                {"layout", Kind::Enumeration, std::string("iofg"), {"iofg", "ifgo"}},
                {"activations", Kind::Enumerations, {}, recurrentActivations()}},
    .limits = {{"input", floatTypes, 2, 2},
               {"weight", floatTypes, 2, 2},
               {"recurrentWeight", floatTypes, 2, 2},
               {"hiddenState", floatTypes, 2, 2},
               {"cellState", floatTypes, 2, 2},
               {"bias", floatTypes, 1, 1},
               {"recurrentBias", floatTypes, 1, 1},
               {"peepholeWeight", floatTypes, 1, 1},
               {"output0", floatTypes, 2, 2},
               {"output1", floatTypes, 2, 2}},
    .check = check,
    .compute = compute,
    .returnsSequence = true,
};

}  // namespace conform
