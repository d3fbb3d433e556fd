// output = scale * (x - mean) / sqrt(variance + epsilon) + bias, with mean and variance over the axes, scale and bias
// of each index of the axes, in their order.
#include <algorithm>
#include <numeric>

#include "model/kernels/normalization.hpp"

namespace conform {
namespace {

/// The axes that are given, else all but the first.
std::vector<std::uint32_t> axesOf(const Arguments& options, std::size_t rank) {
  if (options.has("axes")) return options.unsignedLongs("axes");
  std::vector<std::uint32_t> axes(rank > 1 ? rank - 1 : 0);
  std::iota(axes.begin(), axes.end(), 1u);
  return axes;
}

bool hasDuplicates(std::vector<std::uint32_t> list) {
  std::sort(list.begin(), list.end());
  return std::adjacent_find(list.begin(), list.end()) != list.end();
}

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-layernormalization"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  if (!call.allows("input")) return Error::TypeError;

  step("4"), step("5");
  const std::size_t rank = input.shape.size();
  const std::vector<std::uint32_t> axes = axesOf(call.arguments, rank);
  const auto isOutside = [&](std::uint32_t axis) { return axis >= rank; };
  if (hasDuplicates(axes) || std::any_of(axes.begin(), axes.end(), isOutside)) return Error::TypeError;

  step("6");  // The kernel casts epsilon: nothing here depends on it.

  if (call.has("scale")) {
    step("7"), step("7.1");
    if (call.operand("scale").dataType != input.dataType) return Error::TypeError;

    step("7.2");
    if (call.operand("scale").shape.size() != axes.size()) return Error::TypeError;
  }

  if (call.has("bias")) {
    step("8"), step("8.1");
    if (call.operand("bias").dataType != input.dataType) return Error::TypeError;

    step("8.2");
    if (call.operand("bias").shape.size() != axes.size()) return Error::TypeError;
  }

  step("9");
  for (std::size_t index = 0; index < axes.size(); ++index) {
    step("9.1");
    const std::uint32_t axis = axes[index];

    step("9.2");  // Step 5 has seen to it.
    if (axis >= rank) return Error::TypeError;

    step("9.3");
    const std::uint32_t size = input.shape[axis];

    if (call.has("scale")) {
      step("9.4"), step("9.4.1");
      if (call.operand("scale").shape[index] != size) return Error::TypeError;
    }

    if (call.has("bias")) {
      step("9.5"), step("9.5.1");
      if (call.operand("bias").shape[index] != size) return Error::TypeError;
    }
  }

  step("10"), step("11");
  return output(input.dataType, input.shape);
}

/// The real-number result rounded once. Elements that are all alike, with epsilon 0, are 0 / 0.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Shape& shape = call.operand("input").shape();
  const std::vector<std::uint32_t> axes = axesOf(call.arguments, shape.size());
  std::vector<std::size_t> affineStrides(shape.size());
  std::size_t stride = 1;
  for (std::size_t i = axes.size(); i-- > 0; stride *= shape[axes[i]]) affineStrides[axes[i]] = stride;
  return {normalizedOverAxes(call, axes, affineStrides)};
}

}  // namespace

extern const Operator layerNormalizationOperator{
    .name = "layerNormalization",
    .anchor = "dom-mlgraphbuilder-layernormalization",
    .parameters = {{"input"}},
    .options = {{"scale"}, {"bias"}, {"axes", Kind::UnsignedLongs}, {"epsilon", Kind::Double, 1e-5}},
    .limits = {{"input", floatTypes}, {"scale", floatTypes}, {"bias", floatTypes}, {"output", floatTypes}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
