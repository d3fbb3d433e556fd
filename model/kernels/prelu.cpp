// output = input where it is not negative, else slope * input; both broadcast
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-prelu"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &slope = call.operand("slope");
  if (!call.allows("input") || slope.dataType != input.dataType) return Error::TypeError;

  step("4");
  const std::optional<Shape> outputShape = bidirectionallyBroadcast(slope.shape, input.shape);
  step("4.1");
  if (!outputShape) return Error::TypeError;

  step("5"), step("6"), step("7");
  return output(input.dataType, *outputShape);
}

/// The product is exact in double. Integers wrap.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &input = call.operand("input"), &slope = call.operand("slope");
  Tensor output{call.output()};
  const Shape& shape = output.shape();
  if (isFloat(input.dataType())) {
    const auto real = [](double x, double s) { return x < 0 ? s * x : x; };
    output.store(combined<double>(input.reals(), input.shape(), slope.reals(), slope.shape(), shape, real));
  } else {
    const auto wrapping = [](std::uint64_t x, std::uint64_t s) { return static_cast<std::int64_t>(x) < 0 ? s * x : x; };
    output.store(combined<std::uint64_t>(input.words(), input.shape(), slope.words(), slope.shape(), shape, wrapping));
  }
  return {std::move(output)};
}

}  // namespace

extern const Operator preluOperator{
    .name = "prelu",
    .anchor = "dom-mlgraphbuilder-prelu",
    .parameters = {{"input"}, {"slope"}},
    .options = {},
    .limits = {{"input", signedTypes}, {"slope", signedTypes}, {"output", signedTypes}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
