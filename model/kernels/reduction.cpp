#include "model/kernels/reduction.hpp"

#include <algorithm>
#include <numeric>

namespace conform {

std::optional<Shape> reductionOutputSizes(StepRecorder* recorder, const Shape& input,
                                          const std::vector<std::uint32_t>* given, bool keepDimensions) {
  const Steps step{recorder, "mlgraphbuilder-calculate-reduction-output-sizes"};

  step("1");
  const std::size_t inputRank = input.size();

  step("2");
  std::vector<std::uint32_t> axes(inputRank);
  std::iota(axes.begin(), axes.end(), 0u);

  const auto contains = [&](std::uint32_t axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); };
  if (given) {
    step("3");
    axes = *given;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i] >= inputRank || std::find(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(i), axes[i]) !=
                                      axes.begin() + static_cast<std::ptrdiff_t>(i))
        return std::nullopt;
    }
  }

  Shape outputShape;
  if (keepDimensions) {
    step("4"), step("4.1"), step("4.2");
    outputShape = input;
    for (const std::uint32_t axis : axes) step("4.2.1"), outputShape[axis] = 1;
  } else {
    step("5"), step("5.1"), step("5.2");
    for (std::uint32_t index = 0; index < inputRank; ++index) {
      step("5.2.1");
      if (!contains(index)) outputShape.push_back(input[index]);
    }
  }

  step("6");
  return outputShape;
}

namespace {

Checked createReduction(const CheckCall& call) {
  const Steps step{call.recorder, "mlgraphbuilder-create-reduction-operation"};

  step.notModelled("1");  // An assertion: the operator is one of this family.

  step("2");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("3");
  if (!call.areValid()) return Error::TypeError;

  step("4");
  const OperandDescriptor& input = call.operand("input");
  if (!call.allows("input")) return Error::TypeError;

  step("5");
  const std::vector<std::uint32_t>* axes = call.arguments.has("axes") ? &call.arguments.unsignedLongs("axes") : nullptr;
  const std::optional<Shape> outputShape =
      reductionOutputSizes(call.recorder, input.shape, axes, call.arguments.boolean("keepDimensions"));
  if (!outputShape) return Error::TypeError;

  step("6"), step("7"), step("8");
  return output(input.dataType, *outputShape);
}

}  // namespace

Checked checkReduction(const CheckCall& call) {
  return checkByFamily(call, createReduction);
}

std::vector<Parameter> reductionOptions() {
  return {{"axes", Kind::UnsignedLongs}, {"keepDimensions", Kind::Boolean, false}};
}

std::vector<std::uint32_t> reducedAxes(const ComputeCall& call) {
  if (call.arguments.has("axes")) return call.arguments.unsignedLongs("axes");
  std::vector<std::uint32_t> all(call.operand("input").rank());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

}  // namespace conform
