#include "model/kernels/windows.hpp"

#include <algorithm>

namespace conform {
namespace {

/// *calculate conv output size*, before rounding.
Quotient convOutputSize(StepRecorder* recorder, const WindowAxis& axis) {
  const Steps step{recorder, "mlgraphbuilder-calculate-conv-output-size"};

  step("1");
  const Int128 effectiveFilterSize = (Int128{axis.window} - 1) * axis.dilation + 1;

  step("2");
  const Int128 room = Int128{axis.input} - effectiveFilterSize + axis.beginningPadding + axis.endingPadding;

  step("3");
  return {room + axis.stride, axis.stride};  // room / stride + 1
}

}  // namespace

Int128 Quotient::floor() const {
  const Int128 truncated = numerator / denominator;
  return numerator < 0 && truncated * denominator != numerator ? truncated - 1 : truncated;
}

Int128 Quotient::ceil() const {
  const Int128 down = floor();
  return down * denominator == numerator ? down : down + 1;
}

OutputSizes conv2dOutputSizes(StepRecorder* recorder, const WindowAxis& height, const WindowAxis& width) {
  const Steps step{recorder, "mlgraphbuilder-calculate-conv2d-output-sizes"};

  step("1");
  const Quotient outputHeight = convOutputSize(recorder, height);

  step("2");
  const Quotient outputWidth = convOutputSize(recorder, width);

  step("3");
  return {outputHeight, outputWidth};
}

Int128 convTransposeOutputSize(StepRecorder* recorder, const WindowAxis& axis) {
  const Steps step{recorder, "mlgraphbuilder-calculate-convtranspose-output-size"};

  step("1");
  const Int128 effectiveFilterSize = (Int128{axis.window} - 1) * axis.dilation + 1;

  step("2");
  const Int128 outputSize =
      (Int128{axis.input} - 1) * axis.stride + effectiveFilterSize - axis.beginningPadding - axis.endingPadding;

  step("3");
  return outputSize;
}

std::optional<std::size_t> WindowAxis::tap(std::size_t output, std::size_t tap) const {
  const std::uint64_t padded = output * stride + tap * dilation;
  if (padded < beginningPadding || padded - beginningPadding >= input) return std::nullopt;
  return padded - beginningPadding;
}

std::optional<std::size_t> WindowAxis::transposedTap(std::size_t output, std::size_t tap) const {
  const std::uint64_t padded = output + beginningPadding, reach = tap * dilation;
  if (padded < reach || (padded - reach) % stride != 0 || (padded - reach) / stride >= input) return std::nullopt;
  return (padded - reach) / stride;
}

WindowAxis::Range WindowAxis::taps(std::size_t output) const {
  const std::uint64_t start = output * stride;
  const auto upTo = [&](std::uint64_t padded) {  // How many taps fall before this place of the padded input.
    return padded <= start ? 0 : std::min(window, (padded - start + dilation - 1) / dilation);
  };
  return {upTo(beginningPadding), upTo(beginningPadding + input)};
}

std::vector<std::uint32_t> listOr(const Arguments& arguments, std::string_view name,
                                  std::vector<std::uint32_t> otherwise) {
  return arguments.has(name) ? arguments.unsignedLongs(name) : otherwise;
}

bool hasZero(const std::vector<std::uint32_t>& list) {
  return std::find(list.begin(), list.end(), 0u) != list.end();
}

ImageLayout imageLayout(const Shape& shape, const std::string& layout) {
  const std::size_t a = shape[0], b = shape[1], c = shape[2], d = shape[3];
  if (layout == "nchw") return {a, b, c, d, b * c * d, c * d, d, 1};
  return {a, d, b, c, b * c * d, 1, c * d, d};
}

Shape imageShape(const std::string& layout, std::uint32_t batches, std::uint32_t channels, Int128 height,
                 Int128 width) {
  const auto rows = static_cast<std::uint32_t>(height), columns = static_cast<std::uint32_t>(width);
  if (layout == "nchw") return {batches, channels, rows, columns};
  return {batches, rows, columns, channels};
}

std::vector<std::string_view> inputLayouts() {
  return {"nchw", "nhwc"};
}

}  // namespace conform
