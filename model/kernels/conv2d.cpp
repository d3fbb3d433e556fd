// output[n, o, y, x] = bias[o] + sum over i, u, v of
//     input[n, i, y * stride + u * dilation - padding, x * stride + v * dilation - padding] * filter[o, i, u, v]
#include "model/kernels/convolution.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-conv2d"};
  const Arguments& options = call.arguments;

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &filter = call.operand("filter");
  if (!call.allows("input")) return Error::TypeError;

  step("4");
  if (input.shape.size() != 4) return Error::TypeError;

  step("5");
  if (filter.shape.size() != 4) return Error::TypeError;

  step("6");
  if (filter.dataType != input.dataType) return Error::TypeError;

  step("7"), step("8");
  if (listOr(options, "padding", {0, 0, 0, 0}).size() != 4) return Error::TypeError;

  step("9"), step("10");
  const std::vector<std::uint32_t> strides = listOr(options, "strides", {1, 1});
  if (strides.size() != 2) return Error::TypeError;

  step("11");
  if (hasZero(strides)) return Error::TypeError;

  step("12"), step("13");
  const std::vector<std::uint32_t> dilations = listOr(options, "dilations", {1, 1});
  if (dilations.size() != 2) return Error::TypeError;

  step("14");
  if (hasZero(dilations)) return Error::TypeError;

  step("15");
  const auto groups = static_cast<std::size_t>(options.integer("groups"));
  if (groups == 0) return Error::TypeError;

  step("16"), step("16.1"), step("16.2");
  const std::string &inputLayout = options.enumeration("inputLayout"),
                    &filterLayout = options.enumeration("filterLayout");
  const ImageLayout image = imageLayout(input.shape, inputLayout);

  step("16.3"), step("16.4");
  const auto size = [&](char name) { return dimensionNamed(name, filterLayout, filter.shape).size; };
  const std::uint32_t outputChannels = size('o');

  step("16.5");
  if (image.channels % groups != 0) return Error::TypeError;

  step("16.6");
  if (image.channels / groups != size('i')) return Error::TypeError;

  step("16.7");
  if (outputChannels % groups != 0) return Error::TypeError;

  if (call.has("bias")) {
    step("16.8"), step("16.8.1");
    if (call.operand("bias").shape != Shape{outputChannels}) return Error::TypeError;

    step("16.8.2");
    if (call.operand("bias").dataType != input.dataType) return Error::TypeError;
  }

  step("16.9");
  const OutputSizes sizes = conv2dOutputSizes(call.recorder, windowAxis(options, 0, image.height, size('h')),
                                              windowAxis(options, 1, image.width, size('w')));

  step("16.10"), step("16.11");
  const Int128 outputHeight = sizes.height.floor(), outputWidth = sizes.width.floor();

  step("16.12");
  if (!isValidDimension(outputHeight) || !isValidDimension(outputWidth)) return Error::TypeError;

  step("16.13"), step("16.14"), step("17"), step("18");
  return output(input.dataType, imageShape(inputLayout, input.shape[0], outputChannels, outputHeight, outputWidth));
}

/// Each element is the exact sum of its products and the bias, rounded once.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& filter = call.operand("filter");
  const auto dimension = [&](char name) {
    return dimensionNamed(name, call.arguments.enumeration("filterLayout"), filter.shape());
  };
  const NamedDimension o = dimension('o'), i = dimension('i'), h = dimension('h'), w = dimension('w');
  const std::size_t ofGroup = o.size / static_cast<std::size_t>(call.arguments.integer("groups"));
  return {convolve(call,
                   {.inputChannels = i.size,
                    .outputChannels = ofGroup,
                    .height = h.size,
                    .width = w.size,
                    .groupStride = ofGroup * o.stride,
                    .inputStride = i.stride,
                    .outputStride = o.stride,
                    .rowStride = h.stride,
                    .columnStride = w.stride},
                   Direction::Forward)};
}

}  // namespace

extern const Operator conv2dOperator{
    .name = "conv2d",
    .anchor = "dom-mlgraphbuilder-conv2d",
    .parameters = {{"input"}, {"filter"}},
    .options = {{"padding", Kind::UnsignedLongs},
                {"strides", Kind::UnsignedLongs},
                {"dilations", Kind::UnsignedLongs},
                {"groups", Kind::UnsignedLong, std::int64_t{1}},
                {"inputLayout", Kind::Enumeration, std::string("nchw"), inputLayouts()},
                {"filterLayout", Kind::Enumeration, std::string("oihw"), {"oihw", "hwio", "ohwi", "ihwo"}},
                {"bias"}},
    .limits = {{"input", floatTypes, 4, 4},
               {"filter", floatTypes, 4, 4},
               {"bias", floatTypes, 1, 1},
               {"output", floatTypes, 4, 4}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
