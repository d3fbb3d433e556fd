// Along the axis:  output = exp(x - max(x)) / sum(exp(x - max(x)))
//
// Subtracting the maximum changes nothing mathematically and keeps exp() from overflowing.
// A NaN, or an infinite maximum, makes its whole lane NaN.
#include <quadmath.h>

#include <cmath>
#include <limits>

#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-softmax"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  if (!call.allows("input")) return Error::TypeError;

  step("4");
  if (call.arguments.integer("axis") >= static_cast<std::int64_t>(input.shape.size())) return Error::TypeError;

  step("5"), step("6");
  return output(input.dataType, input.shape);
}

/// One lane in double. Each result is within `error` of the real one: rounding x - max and exp() costs 2^-45, the sum
/// of n positive terms n 2^-53.
void softmax(const Lane& lane, const std::vector<double>& input, std::vector<double>& output, DataType type) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const std::size_t i : lane) largest = input[i] > largest || std::isnan(input[i]) ? input[i] : largest;

  double sum = 0;
  for (const std::size_t i : lane) sum += output[i] = std::exp(input[i] - largest);

  Float128 wideSum = 0;  // Computed when it is needed.
  const auto wide = [&](std::size_t i) {
    if (wideSum == 0) {
      for (const std::size_t j : lane) wideSum += expq(Float128{input[j]} - largest);
    }
    return expq(Float128{input[i]} - largest) / wideSum;
  };

  const double error = 0x1p-44 + static_cast<double>(lane.length) * 0x1p-52;
  for (const std::size_t i : lane)
    output[i] = correctlyRounded(
        type, output[i] / sum, [&] { return wide(i); }, error);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const std::vector<double> values = input.reals();
  std::vector<double> results(values.size());
  for (const Lane& lane : lanes(input.shape(), static_cast<std::size_t>(call.arguments.integer("axis"))))
    softmax(lane, values, results, input.dataType());
  Tensor output{call.output()};
  output.store(results);
  return {std::move(output)};
}

}  // namespace

extern const Operator softmaxOperator{
    .name = "softmax",
    .anchor = "dom-mlgraphbuilder-softmax",
    .parameters = {{"input"}, {"axis", Kind::UnsignedLong}},
    .options = {},
    .limits = {{"input", floatTypes, 1}, {"output", floatTypes, 1}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
