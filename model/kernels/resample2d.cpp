// Two dimensions resampled. For each of them, with half-pixel centres:
//   scale = outputSize / inputSize, coordinate = clamp((output + 0.5) / scale - 0.5, 0, inputSize - 1)
// Nearest: the element at ceil(coordinate - 0.5): of two that are equally near the lower. Linear: the elements at
// floor(coordinate) and ceil(coordinate), weighted by nearness.
#include <algorithm>
#include <cmath>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/rounding.hpp"
#include "model/kernels/windows.hpp"

namespace conform {
namespace {

std::vector<std::uint32_t> axesOf(const Arguments& options) {
  return listOr(options, "axes", {2, 3});
}

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-resample2d"};
  const Arguments& options = call.arguments;

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  if (!call.allows("input")) return Error::TypeError;

  step("4");
  if (input.shape.size() != 4) return Error::TypeError;

  step("5"), step("6");
  const std::vector<double> scales = options.has("scales") ? options.floats("scales") : std::vector<double>{1, 1};
  if (scales.size() != 2 || scales[0] <= 0 || scales[1] <= 0) return Error::TypeError;

  step("7");
  const std::vector<std::uint32_t> sizes = listOr(options, "sizes", {1, 1});
  if (sizes.size() != 2 || hasZero(sizes)) return Error::TypeError;

  // SPEC ISSUE: the steps do not ask for two axes, but use the scales or sizes of each; "a list of length 2" says the
  // member's definition.
  step("8"), step("9");
  const std::vector<std::uint32_t> axes = axesOf(options);
  if (axes.size() != 2 || axes[0] == axes[1] || axes[0] > 3 || axes[1] > 3) return Error::TypeError;

  step("10"), step("10.1"), step("10.2"), step("10.3");
  Shape outputShape = input.shape;
  for (std::size_t index = 0; index < 2; ++index) {
    Int128 size = 0;
    if (options.has("sizes")) {
      step("10.3.1");
      size = sizes[index];
    } else {
      step("10.3.2");  // In double the product of a dimension and a float is exact.
      const double product = std::floor(input.shape[axes[index]] * scales[index]);
      size = product > 0x1p40 ? Int128{1} << 40 : static_cast<Int128>(product);
    }

    step("10.3.3");
    if (!isValidDimension(size)) return Error::TypeError;

    step("10.3.4");
    outputShape[axes[index]] = static_cast<std::uint32_t>(size);
  }

  step("10.4"), step("11"), step("12");
  return output(input.dataType, outputShape);
}

/// For one element of the output, along one dimension: the two elements between which its coordinate lies, and how much
/// of each, in parts of `whole`. All exact.
struct Sample {
  std::uint64_t low = 0, high = 0;
  double lowPart = 1, highPart = 0;
  std::uint64_t nearest = 0;
};

struct Resampling {
  std::vector<Sample> samples;
  double whole = 1;
};

/// The coordinate is ((2 output + 1) inputSize - outputSize) / (2 outputSize), clamped.
Resampling resampling(std::uint64_t inputSize, std::uint64_t outputSize) {
  const std::uint64_t whole = 2 * outputSize;
  Resampling result{{}, static_cast<double>(whole)};
  for (std::uint64_t i = 0; i < outputSize; ++i) {
    const std::uint64_t shifted = (2 * i + 1) * inputSize;
    const std::uint64_t numerator = shifted <= outputSize ? 0 : std::min(shifted - outputSize, (inputSize - 1) * whole);
    Sample sample;
    sample.low = numerator / whole;
    const std::uint64_t rest = numerator % whole;
    sample.high = rest == 0 ? sample.low : sample.low + 1;
    sample.highPart = static_cast<double>(rest);
    sample.lowPart = static_cast<double>(whole - rest);
    // ceil(coordinate - 1/2): up only if more than half of the way.
    sample.nearest = rest > outputSize ? sample.high : sample.low;
    result.samples.push_back(sample);
  }
  return result;
}

/// sum of parts * values / whole: rounded to odd, and in double where the bound on its error does not matter. (Parts
/// and whole are integers below 2^53.)
double weighted(DataType type, std::span<const double> parts, std::span<const double> values, double whole) {
  double sum = 0, magnitude = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sum += parts[i] * values[i];
    magnitude += std::fabs(parts[i] * values[i]);
  }
  const double near = sum / whole, error = magnitude / whole * 0x1p-49;
  if (!std::isfinite(near)) return near;
  if (isFloat(type) && near != 0 && roundAlike(type, near - error, near + error)) return near;

  ExactSum exact;
  for (std::size_t i = 0; i < parts.size(); ++i) exact.addProduct(parts[i], values[i]);
  const auto nearest = static_cast<double>(exact.toFloat128() / static_cast<Float128>(whole));
  if (nearest == 0) return nearest;
  exact.addProduct(-nearest, whole);  // What is left over says on which side of `nearest` the quotient lies.
  return nudgedToOdd(nearest, static_cast<double>(exact.toFloat128()));
}

/// Each element is the exact weighted mean, rounded once; of integers to the nearest, half to even (docs/kernels.md:
/// left open by the draft). As in the formula all four elements count, so 0 * Infinity is NaN.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const Shape& shape = call.output().shape;
  const std::vector<std::uint32_t> axes = axesOf(call.arguments);
  const Resampling alongX = resampling(input.shape()[axes[0]], shape[axes[0]]);
  const Resampling alongY = resampling(input.shape()[axes[1]], shape[axes[1]]);
  const std::vector<std::size_t> strides = stridesOf(input.shape());
  const std::size_t strideX = strides[axes[0]], strideY = strides[axes[1]];

  const auto origin = [&](const Indices& at) {
    std::size_t position = 0;
    for (std::size_t i = 0; i < 4; ++i) position += i == axes[0] || i == axes[1] ? 0 : at[i] * strides[i];
    return position;
  };

  if (call.arguments.enumeration("mode") == "nearest-neighbor") {
    std::vector<std::size_t> positions;
    for (Indices at{shape}; at; ++at)
      positions.push_back(origin(at) + alongX.samples[at[axes[0]]].nearest * strideX +
                          alongY.samples[at[axes[1]]].nearest * strideY);
    return {Tensor::picked(input, shape, positions)};
  }

  const std::vector<double> values = input.reals();
  std::vector<double> results;
  for (Indices at{shape}; at; ++at) {
    const Sample &x = alongX.samples[at[axes[0]]], &y = alongY.samples[at[axes[1]]];
    const double* from = values.data() + origin(at);
    const double corners[] = {from[x.low * strideX + y.low * strideY], from[x.high * strideX + y.low * strideY],
                              from[x.low * strideX + y.high * strideY], from[x.high * strideX + y.high * strideY]};
    const double parts[] = {x.lowPart * y.lowPart, x.highPart * y.lowPart, x.lowPart * y.highPart,
                            x.highPart * y.highPart};
    const double result = weighted(input.dataType(), parts, corners, alongX.whole * alongY.whole);
    results.push_back(isFloat(input.dataType()) ? result : std::nearbyint(result));
  }
  Tensor output{call.output()};
  output.store(results);
  return {std::move(output)};
}

}  // namespace

extern const Operator resample2dOperator{
    .name = "resample2d",
    .anchor = "dom-mlgraphbuilder-resample2d",
    .parameters = {{"input"}},
    .options = {{"mode", Kind::Enumeration, std::string("nearest-neighbor"), {"nearest-neighbor", "linear"}},
                {"scales", Kind::Floats},
                {"sizes", Kind::UnsignedLongs},
                {"axes", Kind::UnsignedLongs}},
    .limits = {{"input", {DataType::float32, DataType::float16, DataType::uint8, DataType::int8}, 4, 4},
               {"output", {DataType::float32, DataType::float16, DataType::uint8, DataType::int8}, 4, 4}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
