// output = clamp(roundEven(input / scale) + zeroPoint) to the zero point's type, scale and zero point repeated over
// blocks.
#include <algorithm>
#include <cmath>

#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/quantization.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-quantizelinear"};

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
  if (scale.dataType != input.dataType) return Error::TypeError;

  step("6");
  if (!call.allows("zeroPoint")) return Error::TypeError;

  step("7");
  if (scale.shape.size() != input.shape.size() || zeroPoint.shape.size() != input.shape.size()) return Error::TypeError;

  step("8");
  if (scale.shape != zeroPoint.shape) return Error::TypeError;

  step("9");
  if (!isBlockwiseBroadcastable(scale.shape, input.shape)) return Error::TypeError;

  step("10");
  if (!isBlockwiseBroadcastable(zeroPoint.shape, input.shape)) return Error::TypeError;

  step("11"), step("12"), step("13");
  return output(zeroPoint.dataType, input.shape);
}

/// The lowest and highest number of an integer type of at most 32 bits.
std::pair<double, double> rangeOf(DataType type) {
  const double count = std::ldexp(1.0, static_cast<int>(bitsOf(type)));
  return isSigned(type) ? std::pair{-count / 2, count / 2 - 1} : std::pair{0.0, count - 1};
}

/// roundEven(input / scale), of the exact quotient: the one in double may have become a tie, or have left one.
double roundedQuotient(double input, double scale) {
  const double quotient = input / scale;
  if (!std::isfinite(quotient) || std::fabs(quotient) > 0x1p52) return quotient;
  double rounded = std::nearbyint(quotient);
  if (std::fabs(quotient - std::trunc(quotient)) == 0.5) {
    // At a tie in double: which side the exact quotient is on, the exact remainder tells.
    const double remainder = std::fma(-quotient, scale, input);
    if (remainder != 0) rounded = (remainder > 0) == (scale > 0) ? std::ceil(quotient) : std::floor(quotient);
  }
  return rounded;
}

/// NaN, which the draft does not mention, becomes the zero point, as if it were 0.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &input = call.operand("input"), &scale = call.operand("scale"), &zeroPoint = call.operand("zeroPoint");
  const std::vector<double> inputs = input.reals(), scales = scale.reals(), zeroPoints = zeroPoint.reals();
  const std::vector<std::size_t> block = blockwisePositions(scale.shape(), input.shape());
  const auto [lowest, highest] = rangeOf(zeroPoint.dataType());

  std::vector<double> values(inputs.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double quotient = roundedQuotient(inputs[i], scales[block[i]]);
    values[i] = std::clamp((std::isnan(quotient) ? 0 : quotient) + zeroPoints[block[i]], lowest, highest);
  }
  Tensor output{call.output()};
  output.store(values);
  return {std::move(output)};
}

}  // namespace

extern const Operator quantizeLinearOperator{
    .name = "quantizeLinear",
    .anchor = "dom-mlgraphbuilder-quantizelinear",
    .parameters = {{"input"}, {"scale"}, {"zeroPoint"}},
    .options = {},
    .limits = {{"input", floatTypes}, {"scale", floatTypes}, {"zeroPoint", quantizedTypes}, {"output", quantizedTypes}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
