// Windows that slide over a height or a width: what convolutions and pools share. Sizes of outputs, and which element
// of the input a tap of a window falls on.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/kernels/Operator.hpp"
#include "model/vocabulary/Number.hpp"

namespace conform {

/// A number as the draft calculates with: no rounding before it says so.
struct Quotient {
  Int128 numerator = 0, denominator = 1;  ///< The denominator is positive.
  Int128 floor() const;
  Int128 ceil() const;
};

/// *valid dimension*, of a number that may be anything.
constexpr bool isValidDimension(Int128 size) {
  return size > 0 && size <= 2147483647;
}

/// The options of one of the two spatial dimensions.
struct WindowAxis {
  std::uint64_t input = 1, window = 1, beginningPadding = 0, endingPadding = 0, stride = 1, dilation = 1;

  /// Where the tap falls in the input, for an output of a convolution or pool; nothing: in the padding.
  std::optional<std::size_t> tap(std::size_t output, std::size_t tap) const;
  /// The same for a transposed convolution; nothing also where no element of the input meets this tap.
  std::optional<std::size_t> transposedTap(std::size_t output, std::size_t tap) const;
  /// The taps from first to last (exclusive) fall inside the input, all others into the padding.
  struct Range {
    std::size_t first = 0, last = 0;
  };
  Range taps(std::size_t output) const;
};

/// *calculate conv output size* and *calculate conv2d output sizes*.
struct OutputSizes {
  Quotient height, width;
};
OutputSizes conv2dOutputSizes(StepRecorder* recorder, const WindowAxis& height, const WindowAxis& width);
/// *calculate convtranspose output size*.
Int128 convTransposeOutputSize(StepRecorder* recorder, const WindowAxis& axis);

/// An optional list of the options, or what stands for it where it is not given.
std::vector<std::uint32_t> listOr(const Arguments& arguments, std::string_view name,
                                  std::vector<std::uint32_t> otherwise);

bool hasZero(const std::vector<std::uint32_t>& list);

/// Batches, channels, height and width of a tensor in one of the layouts "nchw" and "nhwc", and how far apart their
/// elements are.
struct ImageLayout {
  std::size_t batches, channels, height, width;
  std::size_t batchStride, channelStride, rowStride, columnStride;
};
ImageLayout imageLayout(const Shape& shape, const std::string& layout);
Shape imageShape(const std::string& layout, std::uint32_t batches, std::uint32_t channels, Int128 height, Int128 width);

/// The layouts of MLInputOperandLayout.
std::vector<std::string_view> inputLayouts();

}  // namespace conform
