// output = input, in another data type
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// SPEC ISSUE: step 4.2 copies the descriptor of the input, data type included; the output has the target type here.
Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-cast"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const DataType dataType = call.arguments.dataType("dataType");
  if (!call.allows("output", dataType)) return Error::TypeError;

  step("4"), step("5");
  return output(dataType, call.operand("input").shape);
}

/// The integer with this sign-extended bits, rounded to odd: so that the store rounds it once.
double realOfWord(std::uint64_t word, bool isSigned) {
  return roundedToOdd(isSigned ? Int128{static_cast<std::int64_t>(word)} : Int128{word});
}

/// Float to float and integer to float: the nearest number. Float to integer: truncated; what is out of range is
/// implementation-defined: clamped here, NaN is 0. Integer to integer: the low bits.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  Tensor output{call.output()};
  if (isFloat(input.dataType())) {
    output.store(input.reals());
  } else if (isFloat(output.dataType())) {
    std::vector<double> values;
    for (const std::uint64_t word : input.words()) values.push_back(realOfWord(word, isSigned(input.dataType())));
    output.store(values);
  } else {
    output.store(input.words());
  }
  return {std::move(output)};
}

}  // namespace

extern const Operator castOperator{
    .name = "cast",
    .anchor = "dom-mlgraphbuilder-cast",
    .parameters = {{"input"}, {"dataType", Kind::DataType}},
    .options = {},
    .limits = unaryLimits(anyType),
    .check = check,
    .compute = compute,
};

}  // namespace conform
