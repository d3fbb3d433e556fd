#include "model/kernels/convolution.hpp"

#include <algorithm>
#include <cmath>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/products.hpp"

namespace conform {
namespace {

constexpr std::size_t mostPatchElements = 1u << 20;  // 8 MB of patches at a time.

/// One convolution: for each batch and group, the filters (one a row) times the patches of the input that they meet
/// (one a column) is a product of matrices. The bias is one more column of the filters, the patches have a 1 there.
class Convolver {
 public:
  Convolver(const ComputeCall& call, const FilterLayout& filter, Direction direction)
      : filter_(filter),
        direction_(direction),
        type_(call.output().dataType),
        from_(imageLayout(call.operand("input").shape(), call.arguments.enumeration("inputLayout"))),
        to_(imageLayout(call.output().shape, call.arguments.enumeration("inputLayout"))),
        height_(windowAxis(call.arguments, 0, from_.height, filter.height)),
        width_(windowAxis(call.arguments, 1, from_.width, filter.width)),
        input_(call.operand("input").reals()),
        weights_(call.operand("filter").reals()),
        bias_(call.optionalOperand("bias") ? call.operand("bias").reals() : std::vector<double>{}) {}

  std::vector<double> run() {
    std::vector<double> output(to_.batches * to_.channels * to_.height * to_.width);
    const std::size_t groups = to_.channels / filter_.outputChannels, positions = to_.height * to_.width;
    const std::size_t most = std::max<std::size_t>(1, mostPatchElements / inner());
    for (std::size_t group = 0; group < groups; ++group) {
      const std::vector<double> rows = filterRows(group);
      for (std::size_t batch = 0; batch < to_.batches; ++batch) {
        for (std::size_t first = 0; first < positions; first += most)
          part(rows, group, batch, first, std::min(most, positions - first), output);
      }
    }
    return output;
  }

 private:
  std::size_t taps() const { return filter_.inputChannels * filter_.height * filter_.width; }
  std::size_t inner() const { return taps() + (bias_.empty() ? 0 : 1); }

  std::vector<double> filterRows(std::size_t group) const {
    std::vector<double> rows;
    rows.reserve(filter_.outputChannels * inner());
    for (std::size_t o = 0; o < filter_.outputChannels; ++o) {
      for (std::size_t i = 0; i < filter_.inputChannels; ++i) {
        for (std::size_t u = 0; u < filter_.height; ++u) {
          for (std::size_t v = 0; v < filter_.width; ++v)
            rows.push_back(weights_[group * filter_.groupStride + o * filter_.outputStride + i * filter_.inputStride +
                                    u * filter_.rowStride + v * filter_.columnStride]);
        }
      }
      if (!bias_.empty()) rows.push_back(bias_[group * filter_.outputChannels + o]);
    }
    return rows;
  }

  std::optional<std::size_t> tap(const WindowAxis& axis, std::size_t output, std::size_t tap) const {
    return direction_ == Direction::Forward ? axis.tap(output, tap) : axis.transposedTap(output, tap);
  }

  /// The outputs at `count` positions from `first` on.
  void part(const std::vector<double>& rows, std::size_t group, std::size_t batch, std::size_t first, std::size_t count,
            std::vector<double>& output) const {
    std::vector<double> patches(inner() * count);
    std::vector<char> isMet(isAllFinite(rows) ? 0 : patches.size());  // Needed where 0 * weight is not 0.
    if (!bias_.empty()) std::fill(patches.end() - static_cast<std::ptrdiff_t>(count), patches.end(), 1.0);
    if (!isMet.empty()) std::fill(isMet.begin() + static_cast<std::ptrdiff_t>(taps() * count), isMet.end(), 1);

    std::size_t k = 0;
    for (std::size_t i = 0; i < filter_.inputChannels; ++i) {
      const std::size_t plane = batch * from_.batchStride + (group * filter_.inputChannels + i) * from_.channelStride;
      for (std::size_t u = 0; u < filter_.height; ++u) {
        for (std::size_t v = 0; v < filter_.width; ++v, ++k) {
          for (std::size_t j = 0; j < count;) {
            // A row of outputs, as far as it belongs to this part.
            const std::size_t y = (first + j) / to_.width, start = (first + j) % to_.width;
            const std::size_t end = std::min(to_.width, start + count - j);
            const std::optional<std::size_t> row = tap(height_, y, u);
            for (std::size_t x = start; row && x < end; ++x) {
              const std::optional<std::size_t> column = tap(width_, x, v);
              if (!column) continue;
              patches[k * count + j + x - start] =
                  input_[plane + *row * from_.rowStride + *column * from_.columnStride];
              if (!isMet.empty()) isMet[k * count + j + x - start] = 1;
            }
            j += end - start;
          }
        }
      }
    }

    const Factors factors{rows, patches, filter_.outputChannels, inner(), count};
    std::vector<double> sums = exactProduct(type_, factors);
    if (!isMet.empty()) withoutPadding(factors, isMet, sums);
    for (std::size_t o = 0; o < filter_.outputChannels; ++o) {
      const std::size_t plane = batch * to_.batchStride + (group * filter_.outputChannels + o) * to_.channelStride;
      for (std::size_t j = 0; j < count; ++j) {
        const std::size_t y = (first + j) / to_.width, x = (first + j) % to_.width;
        output[plane + y * to_.rowStride + x * to_.columnStride] = sums[o * count + j];
      }
    }
  }

  static bool isAllFinite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  }

  /// The sums once more, with nothing but what the window met: an infinite weight on the padding must not make NaN.
  void withoutPadding(const Factors& factors, const std::vector<char>& isMet, std::vector<double>& sums) const {
    std::vector<double> left, right;
    for (std::size_t i = 0; i < factors.rows; ++i) {
      for (std::size_t j = 0; j < factors.columns; ++j) {
        left.clear(), right.clear();
        for (std::size_t k = 0; k < factors.inner; ++k) {
          if (!isMet[k * factors.columns + j]) continue;
          left.push_back(factors.left[i * factors.inner + k]);
          right.push_back(factors.right[k * factors.columns + j]);
        }
        sums[i * factors.columns + j] = dotOf(type_, left, right);
      }
    }
  }

  const FilterLayout filter_;
  const Direction direction_;
  const DataType type_;
  const ImageLayout from_, to_;
  const WindowAxis height_, width_;
  const std::vector<double> input_, weights_, bias_;
};

}  // namespace

NamedDimension dimensionNamed(char name, const std::string& layout, const Shape& shape) {
  const std::size_t at = layout.find(name);
  std::size_t stride = 1;
  for (std::size_t i = at + 1; i < shape.size(); ++i) stride *= shape[i];
  return {shape[at], stride};
}

WindowAxis windowAxis(const Arguments& arguments, std::size_t dimension, std::uint64_t input, std::uint64_t window) {
  const std::vector<std::uint32_t> padding = listOr(arguments, "padding", {0, 0, 0, 0});
  return {.input = input,
          .window = window,
          .beginningPadding = padding[2 * dimension],
          .endingPadding = padding[2 * dimension + 1],
          .stride = listOr(arguments, "strides", {1, 1})[dimension],
          .dilation = listOr(arguments, "dilations", {1, 1})[dimension]};
}

Tensor convolve(const ComputeCall& call, const FilterLayout& filter, Direction direction) {
  Tensor output{call.output()};
  output.store(Convolver{call, filter, direction}.run());
  return output;
}

}  // namespace conform
