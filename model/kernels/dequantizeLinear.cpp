// output = (input - zeroPoint) * scale, scale and zero point repeated over blocks.
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/quantization.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-dequantizelinear"};

  step("1");  // SPEC ISSUE: only here, and in the inverse operation, a lost context does not matter.
  if (call.hasBuilt) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &scale = call.operand("scale"),
                          &zeroPoint = call.operand("zeroPoint");
  if (!call.allows("input")) return Error::TypeError;

  step("4");
  if (!call.allows("scale")) return Error::TypeError;

  step("5");
  if (!call.allows("zeroPoint")) return Error::TypeError;

  step("6");
  if (zeroPoint.dataType != input.dataType) return Error::TypeError;

  step("7");
  if (scale.shape.size() != input.shape.size() || zeroPoint.shape.size() != input.shape.size()) return Error::TypeError;

  step("8");
  if (scale.shape != zeroPoint.shape) return Error::TypeError;

  step("9");
  if (!isBlockwiseBroadcastable(scale.shape, input.shape)) return Error::TypeError;

  step("10");
  if (!isBlockwiseBroadcastable(zeroPoint.shape, input.shape)) return Error::TypeError;

  step("11"), step("12"), step("13");
  return output(scale.dataType, input.shape);
}

/// The difference of two 32-bit integers is exact in double, its product with a float32 (33 + 24 bits) is not always:
/// then binary128 decides.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &input = call.operand("input"), &scale = call.operand("scale"), &zeroPoint = call.operand("zeroPoint");
  const std::vector<double> inputs = input.reals(), scales = scale.reals(), zeroPoints = zeroPoint.reals();
  const std::vector<std::size_t> block = blockwisePositions(scale.shape(), input.shape());

  std::vector<double> values(inputs.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double difference = inputs[i] - zeroPoints[block[i]], factor = scales[block[i]];
    values[i] = correctlyRounded(
        scale.dataType(), difference * factor, [&] { return Float128{difference} * factor; }, 0x1p-52);
  }
  Tensor output{call.output()};
  output.store(values);
  return {std::move(output)};
}

}  // namespace

extern const Operator dequantizeLinearOperator{
    .name = "dequantizeLinear",
    .anchor = "dom-mlgraphbuilder-dequantizelinear",
    .parameters = {{"input"}, {"scale"}, {"zeroPoint"}},
    .options = {},
    .limits = {{"input", quantizedTypes}, {"scale", floatTypes}, {"zeroPoint", quantizedTypes}, {"output", floatTypes}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
