// output = scale * (x - mean) / sqrt(variance + epsilon) + bias, with mean and variance of each plane (height and
// width), scale and bias of each channel.
#include "model/kernels/normalization.hpp"
#include "model/kernels/windows.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-instancenormalization"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  if (!call.allows("input")) return Error::TypeError;

  step("4");
  if (input.shape.size() != 4) return Error::TypeError;

  step("5");  // The kernel casts epsilon: nothing here depends on it.

  step("6");
  const std::size_t axis = call.arguments.enumeration("layout") == "nchw" ? 1 : 3;
  const Shape channels{input.shape[axis]};

  if (call.has("scale")) {
    step("7"), step("7.1");
    if (call.operand("scale").dataType != input.dataType) return Error::TypeError;

    step("7.2");
    if (call.operand("scale").shape != channels) return Error::TypeError;
  }

  if (call.has("bias")) {
    step("8"), step("8.1");
    if (call.operand("bias").dataType != input.dataType) return Error::TypeError;

    step("8.2");
    if (call.operand("bias").shape != channels) return Error::TypeError;
  }

  step("9"), step("10");
  return output(input.dataType, input.shape);
}

/// The real-number result rounded once. A constant plane with epsilon 0 is 0 / 0.
std::vector<Tensor> compute(const ComputeCall& call) {
  const bool isChannelFirst = call.arguments.enumeration("layout") == "nchw";
  const std::vector<std::uint32_t> axes =
      isChannelFirst ? std::vector<std::uint32_t>{2, 3} : std::vector<std::uint32_t>{1, 2};
  std::vector<std::size_t> affineStrides(4);
  affineStrides[isChannelFirst ? 1 : 3] = 1;
  return {normalizedOverAxes(call, axes, affineStrides)};
}

}  // namespace

extern const Operator instanceNormalizationOperator{
    .name = "instanceNormalization",
    .anchor = "dom-mlgraphbuilder-instancenormalization",
    .parameters = {{"input"}},
    .options = {{"scale"},
                {"bias"},
                {"epsilon", Kind::Double, 1e-5},
                {"layout", Kind::Enumeration, std::string("nchw"), inputLayouts()}},
    .limits = {{"input", floatTypes, 4, 4},
               {"scale", floatTypes, 1, 1},
               {"bias", floatTypes, 1, 1},
               {"output", floatTypes, 4, 4}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
