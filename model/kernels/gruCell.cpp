// One step of a gated recurrent unit; the sums over inputs and hidden states:
//   z = a0(bias + recurrentBias + weight x + recurrentWeight h), r alike
//   n = a1(bias + weight x + r (recurrentBias + recurrentWeight h))     with the reset after the product of matrices
//   n = a1(bias + recurrentBias + weight x + recurrentWeight (r h))     and before
//   new h = z h + (1 - z) n
#include "model/kernels/recurrent.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-grucell"};
  const Arguments& options = call.arguments;

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &weight = call.operand("weight"),
                          &recurrentWeight = call.operand("recurrentWeight"),
                          &hiddenState = call.operand("hiddenState");
  const DataType type = input.dataType;
  if (!call.allows("input") || weight.dataType != type || recurrentWeight.dataType != type ||
      hiddenState.dataType != type)
    return Error::TypeError;

  step("4");
  if (input.shape.size() != 2 || weight.shape.size() != 2 || recurrentWeight.shape.size() != 2 ||
      hiddenState.shape.size() != 2)
    return Error::TypeError;

  step("5"), step("6");
  const std::uint32_t batchSize = input.shape[0], inputSize = input.shape[1];
  const auto hiddenSize = static_cast<std::uint64_t>(options.integer("hiddenSize"));

  step("7");
  if (!hasShape(weight, {3 * hiddenSize, inputSize})) return Error::TypeError;

  step("8");
  if (!hasShape(recurrentWeight, {3 * hiddenSize, hiddenSize})) return Error::TypeError;

  step("9");
  if (!hasShape(hiddenState, {batchSize, hiddenSize})) return Error::TypeError;

  step("10");
  if (!isValidHiddenSize(hiddenSize, 6)) return Error::TypeError;

  if (call.has("bias")) {
    step("11"), step("11.1");
    if (call.operand("bias").dataType != type) return Error::TypeError;

    step("11.2");
    if (!hasShape(call.operand("bias"), {3 * hiddenSize})) return Error::TypeError;
  }

  if (call.has("recurrentBias")) {
    step("12"), step("12.1");
    if (call.operand("recurrentBias").dataType != type) return Error::TypeError;

    step("12.2");
    if (!hasShape(call.operand("recurrentBias"), {3 * hiddenSize})) return Error::TypeError;
  }

  if (options.has("activations")) {
    step("13"), step("13.1");
    if (options.enumerations("activations").size() != 2) return Error::TypeError;

    step("13.2");
  } else {
    step("14"), step("14.1");
  }

  step("15"), step("16"), step("17");
  return output(type, {batchSize, static_cast<std::uint32_t>(hiddenSize)});
}

std::vector<Tensor> compute(const ComputeCall& call) {
  Tensor output{call.output()};
  output.store(gruResults(cellOf(call)).hidden);
  return {std::move(output)};
}

}  // namespace

extern const Operator gruCellOperator{
    .name = "gruCell",
    .anchor = "dom-mlgraphbuilder-grucell",
    .parameters = {{"input"}, {"weight"}, {"recurrentWeight"}, {"hiddenState"}, {"hiddenSize", Kind::UnsignedLong}},
    .options = {{"bias"},
                {"recurrentBias"},
                {"resetAfter", Kind::Boolean, true},
                {"layout", Kind::Enumeration, std::string("zrn"), {"zrn", "rzn"}},
                {"activations", Kind::Enumerations, {}, recurrentActivations()}},
    .limits = {{"input", floatTypes, 2, 2},
               {"weight", floatTypes, 2, 2},
               {"recurrentWeight", floatTypes, 2, 2},
               {"hiddenState", floatTypes, 2, 2},
               {"bias", floatTypes, 1, 1},
               {"recurrentBias", floatTypes, 1, 1},
               {"output", floatTypes, 2, 2}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
