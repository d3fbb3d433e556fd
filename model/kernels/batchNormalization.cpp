// output = scale * (x - mean) / sqrt(variance + epsilon) + bias, all but x and epsilon given for each index of the
// axis.
#include <cmath>

#include "model/kernels/normalization.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-batchnormalization"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  if (!call.allows("input")) return Error::TypeError;

  step("4");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));
  if (axis >= input.shape.size()) return Error::TypeError;
  const Shape features{input.shape[axis]};

  step("5");
  if (call.operand("mean").dataType != input.dataType) return Error::TypeError;

  step("6");
  if (call.operand("mean").shape != features) return Error::TypeError;

  step("7");
  if (call.operand("variance").dataType != input.dataType) return Error::TypeError;

  step("8");
  if (call.operand("variance").shape != features) return Error::TypeError;

  step("9");  // The kernel casts epsilon: nothing here depends on it.

  if (call.has("scale")) {
    step("10"), step("10.1");
    if (call.operand("scale").dataType != input.dataType) return Error::TypeError;

    step("10.2");
    if (call.operand("scale").shape != features) return Error::TypeError;
  }

  if (call.has("bias")) {
    step("11"), step("11.1");
    if (call.operand("bias").dataType != input.dataType) return Error::TypeError;

    step("11.2");
    if (call.operand("bias").shape != features) return Error::TypeError;
  }

  step("12"), step("13");
  return output(input.dataType, input.shape);
}

/// The real-number result rounded once; IEEE where the root is 0 (docs/kernels.md).
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &input = call.operand("input"), *scale = call.optionalOperand("scale"),
               *bias = call.optionalOperand("bias");
  const std::vector<double> means = call.operand("mean").reals(), variances = call.operand("variance").reals();
  const std::vector<double> scales = affineValues(scale, 1), biases = affineValues(bias, -0.0);
  const double epsilon = epsilonOf(call);

  std::vector<std::size_t> strides(input.rank());
  strides[static_cast<std::size_t>(call.arguments.integer("axis"))] = 1;
  const std::vector<std::size_t> features = affinePositions(input.shape(), strides);

  std::vector<double> values = input.reals();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t feature = features[i];
    const double x = values[i], mean = means[feature], variance = variances[feature];
    const double factor = scales[scale ? feature : 0], addend = biases[bias ? feature : 0];
    const double deviation = x - mean, root = std::sqrt(variance + epsilon);
    values[i] = normalized(input.dataType(), {deviation, std::fabs(deviation) * 0x1p-53}, {root, root * 0x1p-52},
                           factor, addend, [&] {
                             const BigReal wideDeviation = BigReal{x} - mean, shifted = BigReal{variance} + epsilon;
                             return factor * wideDeviation / sqrt(shifted) + addend;
                           });
  }
  Tensor output{call.output()};
  output.store(values);
  return {std::move(output)};
}

}  // namespace

extern const Operator batchNormalizationOperator{
    .name = "batchNormalization",
    .anchor = "dom-mlgraphbuilder-batchnormalization",
    .parameters = {{"input"}, {"mean"}, {"variance"}},
    .options = {{"scale"}, {"bias"}, {"axis", Kind::UnsignedLong, std::int64_t{1}}, {"epsilon", Kind::Double, 1e-5}},
    .limits = {{"input", floatTypes, 1},
               {"mean", floatTypes, 1, 1},
               {"variance", floatTypes, 1, 1},
               {"scale", floatTypes, 1, 1},
               {"bias", floatTypes, 1, 1},
               {"output", floatTypes, 1}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
