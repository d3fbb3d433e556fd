// Every element of the input adds the filter, times that element, to the output, `stride` apart:
// output[n, o, y * stride + u * dilation - padding, x * stride + v * dilation - padding] +=
//     input[n, i, y, x] * filter[i, o, u, v], and bias[o] everywhere.
#include "model/kernels/convolution.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-convtranspose2d"};
  const Arguments& options = call.arguments;

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &filter = call.operand("filter");
  if (input.shape.size() != 4) return Error::TypeError;

  step("4");
  if (!call.allows("input")) return Error::TypeError;

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

  step("15"), step("16");
  const std::vector<std::uint32_t> outputPadding = listOr(options, "outputPadding", {0, 0});
  if (outputPadding.size() != 2) return Error::TypeError;

  if (options.has("outputSizes")) {
    step("17"), step("17.1");
    if (options.unsignedLongs("outputSizes").size() != 2) return Error::TypeError;
  } else {
    step("18"), step("18.1");
    if (outputPadding[0] >= strides[0] || outputPadding[1] >= strides[1]) return Error::TypeError;
  }

  step("19");
  const auto groups = static_cast<std::size_t>(options.integer("groups"));
  if (groups == 0) return Error::TypeError;

  step("20"), step("20.1"), step("20.2");
  const std::string &inputLayout = options.enumeration("inputLayout"),
                    &filterLayout = options.enumeration("filterLayout");
  const ImageLayout image = imageLayout(input.shape, inputLayout);

  step("20.3"), step("20.4");
  const auto size = [&](char name) { return dimensionNamed(name, filterLayout, filter.shape).size; };

  step("20.5");
  if (image.channels != size('i')) return Error::TypeError;

  step("20.6");
  const Int128 outputChannels = Int128{size('o')} * groups;

  step("20.7");
  if (!isValidDimension(outputChannels)) return Error::TypeError;
  const auto channels = static_cast<std::uint32_t>(outputChannels);

  if (call.has("bias")) {
    step("20.8"), step("20.8.1");
    if (call.operand("bias").shape != Shape{channels}) return Error::TypeError;

    step("20.8.2");
    if (call.operand("bias").dataType != input.dataType) return Error::TypeError;
  }

  step("20.9");
  Int128 outputHeight = convTransposeOutputSize(call.recorder, windowAxis(options, 0, image.height, size('h')));

  step("20.10");
  Int128 outputWidth = convTransposeOutputSize(call.recorder, windowAxis(options, 1, image.width, size('w')));

  if (options.has("outputSizes")) {
    step("20.11"), step("20.11.1");
    const Int128 calculatedOutputHeight = outputHeight, calculatedOutputWidth = outputWidth;
    outputHeight = options.unsignedLongs("outputSizes")[0], outputWidth = options.unsignedLongs("outputSizes")[1];

    step("20.11.2");
    if (outputHeight < calculatedOutputHeight || outputHeight >= calculatedOutputHeight + strides[0])
      return Error::TypeError;

    step("20.11.3");
    if (outputWidth < calculatedOutputWidth || outputWidth >= calculatedOutputWidth + strides[1])
      return Error::TypeError;
  } else {
    step("20.12"), step("20.12.1");
    outputHeight += outputPadding[0];

    step("20.12.2");
    outputWidth += outputPadding[1];
  }

  step("20.13");
  if (!isValidDimension(outputHeight) || !isValidDimension(outputWidth)) return Error::TypeError;

  // SPEC ISSUE 925: the text does not ask that the groups divide the input channels, and gives no meaning if they do
  // not.
  if (image.channels % groups != 0) return Error::TypeError;

  step("20.14"), step("20.15"), step("21"), step("22");
  return output(input.dataType, imageShape(inputLayout, input.shape[0], channels, outputHeight, outputWidth));
}

/// Seen from the output: each element is the exact sum of the products that meet there and the bias, rounded once. The
/// output padding (or the output sizes) only adds rows and columns behind, which no product or fewer meet.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& filter = call.operand("filter");
  const auto dimension = [&](char name) {
    return dimensionNamed(name, call.arguments.enumeration("filterLayout"), filter.shape());
  };
  const NamedDimension o = dimension('o'), i = dimension('i'), h = dimension('h'), w = dimension('w');
  const std::size_t ofGroup = i.size / static_cast<std::size_t>(call.arguments.integer("groups"));
  return {convolve(call,
                   {.inputChannels = ofGroup,
                    .outputChannels = o.size,
                    .height = h.size,
                    .width = w.size,
                    .groupStride = ofGroup * i.stride,
                    .inputStride = i.stride,
                    .outputStride = o.stride,
                    .rowStride = h.stride,
                    .columnStride = w.stride},
                   Direction::Transposed)};
}

}  // namespace

extern const Operator convTranspose2dOperator{
    .name = "convTranspose2d",
    .anchor = "dom-mlgraphbuilder-convtranspose2d",
    .parameters = {{"input"}, {"filter"}},
    .options = {{"padding", Kind::UnsignedLongs},
                {"strides", Kind::UnsignedLongs},
                {"dilations", Kind::UnsignedLongs},
                {"outputPadding", Kind::UnsignedLongs},
                {"outputSizes", Kind::UnsignedLongs},
                {"groups", Kind::UnsignedLong, std::int64_t{1}},
                {"inputLayout", Kind::Enumeration, std::string("nchw"), inputLayouts()},
                {"filterLayout", Kind::Enumeration, std::string("iohw"), {"iohw", "hwoi", "ohwi"}},
                {"bias"}},
    .limits = {{"input", floatTypes, 4, 4},
               {"filter", floatTypes, 4, 4},
               {"bias", floatTypes, 1, 1},
               {"output", floatTypes, 4, 4}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
