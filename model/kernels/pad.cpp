// The tensor with more elements before and behind it along each dimension.
#include <algorithm>

#include "model/kernels/Operator.hpp"
#include "model/kernels/castNumber.hpp"
#include "model/kernels/indexSpaces.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-pad"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  const std::vector<std::uint32_t>& beginning = call.arguments.unsignedLongs("beginningPadding");
  const std::vector<std::uint32_t>& ending = call.arguments.unsignedLongs("endingPadding");
  if (beginning.size() != input.shape.size() || ending.size() != input.shape.size()) return Error::TypeError;

  step("4"), step("5");
  std::vector<std::uint64_t> outputShape(input.shape.begin(), input.shape.end());

  step("6");
  for (std::size_t index = 0; index < outputShape.size(); ++index) {
    step("6.1");
    if (call.arguments.enumeration("mode") == "reflection") {
      if (beginning[index] >= outputShape[index]) return Error::TypeError;
      if (ending[index] >= outputShape[index]) return Error::TypeError;
    }

    step("6.2"), step("6.3");
    outputShape[index] += std::uint64_t{beginning[index]} + ending[index];
  }

  step("7");
  if (!std::all_of(outputShape.begin(), outputShape.end(), isValidDimension)) return Error::TypeError;

  step("8"), step("9"), step("10"), step("11");
  return output(input.dataType, Shape(outputShape.begin(), outputShape.end()));
}

/// Where a coordinate outside of the input lies in it; nothing in constant mode.
std::optional<std::size_t> mirrored(const std::string& mode, std::int64_t at, std::int64_t size) {
  if (at >= 0 && at < size) return static_cast<std::size_t>(at);
  if (mode == "constant") return std::nullopt;
  if (mode == "edge") return static_cast<std::size_t>(at < 0 ? 0 : size - 1);
  return static_cast<std::size_t>(at < 0 ? -at : 2 * (size - 1) - at);  // The edge itself is not repeated.
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const std::string& mode = call.arguments.enumeration("mode");
  const std::vector<std::uint32_t>& beginning = call.arguments.unsignedLongs("beginningPadding");
  const std::vector<std::size_t> strides = stridesOf(input.shape());
  const std::vector<std::uint64_t> from = input.patterns();
  const std::uint64_t value = castNumber(input.dataType(), call.arguments.number("value")).patterns()[0];

  Tensor output{call.output()};
  std::vector<std::uint64_t> patterns;
  patterns.reserve(output.count());
  for (Indices at{output.shape()}; at; ++at) {
    std::size_t position = 0;
    bool isInside = true;
    for (std::size_t d = 0; d < output.rank() && isInside; ++d) {
      const auto coordinate = static_cast<std::int64_t>(at[d]) - static_cast<std::int64_t>(beginning[d]);
      const auto inside = mirrored(mode, coordinate, input.shape()[d]);
      isInside = inside.has_value();
      if (isInside) position += *inside * strides[d];
    }
    patterns.push_back(isInside ? from[position] : value);
  }
  output.storePatterns(patterns);
  return {std::move(output)};
}

}  // namespace

extern const Operator padOperator{
    .name = "pad",
    .anchor = "dom-mlgraphbuilder-pad",
    .parameters = {{"input"}, {"beginningPadding", Kind::UnsignedLongs}, {"endingPadding", Kind::UnsignedLongs}},
    .options = {{"mode", Kind::Enumeration, std::string("constant"), {"constant", "edge", "reflection"}},
                {"value", Kind::MLNumber, Number::ofInteger(0)}},
    .limits = {{"input", anyType}, {"output", anyType}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
