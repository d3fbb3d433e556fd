// output = min(max(input, minValue), maxValue)
#include <cmath>
#include <limits>

#include "model/kernels/castNumber.hpp"
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// The bounds as the draft has them: cast to the operand's type; one that was not given does not bound.
///
/// SPEC ISSUE: the draft's text has the two defaults the wrong way round; -Infinity is the lower one here.
struct Bounds {
  Tensor lower, upper;
};

Bounds boundsOf(const Arguments& arguments, DataType type) {
  const auto bound = [&](std::string_view name, double byDefault) {
    return castNumber(type, arguments.has(name) ? arguments.number(name) : Number::ofReal(byDefault));
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {bound("minValue", -infinity), bound("maxValue", infinity)};
}

/// Whether a > b, of two scalars of one type.
bool isGreater(const Tensor& a, const Tensor& b) {
  if (isFloat(a.dataType())) return a.real(0) > b.real(0);
  if (!isSigned(a.dataType())) return a.word(0) > b.word(0);
  return static_cast<std::int64_t>(a.word(0)) > static_cast<std::int64_t>(b.word(0));
}

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-clamp"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3"), step("4"), step("5"), step("6");
  const OperandDescriptor& input = call.operand("input");
  const Bounds bounds = boundsOf(call.arguments, input.dataType);

  step("7");
  if (isGreater(bounds.lower, bounds.upper)) return Error::TypeError;

  step("8"), step("9");
  return output(input.dataType, input.shape);
}

template <class Value>
void clampAll(std::vector<Value>& values, Value lower, Value upper) {
  for (Value& value : values) {
    if (value < lower) value = lower;
    if (value > upper) value = upper;
  }
}

/// Exact. NaN stays NaN, and a bound that is NaN does not bound (docs/kernels.md: left open by the draft).
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const Bounds bounds = boundsOf(call.arguments, input.dataType());
  Tensor output{call.output()};
  const auto clampedTo = [&](auto values, auto lower, auto upper) {
    clampAll(values, lower[0], upper[0]);
    output.store(values);
  };
  if (isFloat(input.dataType())) {
    clampedTo(input.reals(), bounds.lower.reals(), bounds.upper.reals());
  } else if (isSigned(input.dataType())) {
    clampedTo(input.integers(), bounds.lower.integers(), bounds.upper.integers());
  } else {
    clampedTo(input.words(), bounds.lower.words(), bounds.upper.words());
  }
  return {std::move(output)};
}

}  // namespace

extern const Operator clampOperator{
    .name = "clamp",
    .anchor = "dom-mlgraphbuilder-clamp",
    .parameters = {{"input"}},
    .options = {{"minValue", Kind::MLNumber}, {"maxValue", Kind::MLNumber}},
    .limits = unaryLimits(anyType),
    .check = check,
    .compute = compute,
};

}  // namespace conform
