#include "model/kernels/normalization.hpp"

#include <cmath>
#include <optional>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/castNumber.hpp"
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

/// The statistics of the elements that are normalised together. The sum is exact; what follows from it is known with a
/// bound in double, and as good as exactly in 640 bits, which are computed when they are first needed.
class Statistics {
 public:
  Statistics(std::span<const double> values, double epsilon)
      : values_(values), count_(static_cast<double>(values.size())), epsilon_(epsilon) {
    for (const double value : values) sum_.add(value);
    near_ = sum_.toDouble() / count_;
    if (!std::isfinite(near_)) return;
    ExactSum rest = sum_;
    rest.addProduct(-near_, count_);
    rest_ = static_cast<double>(rest.toFloat128()) / count_;

    ExactSum squares;
    double error = 0;
    for (const double value : values) {
      const Approximation difference = deviation(value);
      squares.add(difference.value * difference.value);
      error += (2 * std::fabs(difference.value) + difference.error) * difference.error;
    }
    const double variance = squares.toDouble() / count_, shifted = variance + epsilon;
    root_.value = std::sqrt(shifted);
    // Of the shifted variance: from the deviations, and a few roundings; the root halves it, which is not made use of.
    const double shiftedError = 2 * error / count_ + 0x1p-50 * shifted;
    root_.error = shifted == 0 && error == 0 ? 0 : shiftedError / root_.value;
  }

  /// Whether an element is NaN or infinite: then so is the mean, and all deviations and their root are NaN.
  bool isNaN() const { return !std::isfinite(near_); }

  /// x - mean, where the mean is near_ + rest_.
  Approximation deviation(double value) const {
    const double fromNear = value - near_;
    return {fromNear - rest_, 0x1p-51 * (std::fabs(fromNear) + std::fabs(rest_))};
  }
  Approximation root() const { return root_; }

  /// scale * (x - mean) / root + bias, with x - mean = (n x - sum) / n.
  BigReal wide(double value, double scale, double bias) {
    if (!wideRoot_) {
      BigReal squares;
      for (const double each : values_) squares += scaledDeviation(each) * scaledDeviation(each);
      const BigReal n = count_;
      wideRoot_ = sqrt(squares / (n * n * n) + epsilon_);
    }
    return scale * scaledDeviation(value) / (count_ * *wideRoot_) + bias;
  }

 private:
  /// n x - sum: exact.
  BigReal scaledDeviation(double value) const {
    ExactSum difference = sum_;
    difference.negate();
    difference.addProduct(value, count_);
    return difference.toBigReal();
  }

  std::span<const double> values_;
  double count_, epsilon_;
  ExactSum sum_;
  double near_ = 0, rest_ = 0;
  Approximation root_;
  std::optional<BigReal> wideRoot_;
};

}  // namespace

double normalized(DataType type, Approximation deviation, Approximation root, double scale, double bias,
                  const std::function<BigReal()>& wide) {
  const double term = scale * deviation.value / root.value, result = term + bias;
  const bool isExactlyIeee = (root.value == 0 && root.error == 0) || !std::isfinite(deviation.value) ||
                             !std::isfinite(scale) || !std::isfinite(bias) || !std::isfinite(root.value);
  if (isExactlyIeee) return result;
  const double error = std::fabs(scale) * deviation.error / root.value + std::fabs(term) * (root.error / root.value) +
                       0x1p-50 * std::fabs(term) + 0x1p-52 * std::fabs(result);
  // Twice the bound, for what was left out of it: products of errors, and its own rounding.
  const bool isBound = error <= 0x1p-20 * (std::fabs(term) + std::fabs(result));
  if (isBound && roundAlike(type, result - 2 * error, result + 2 * error)) return result;
  return wide().toDouble();
}

std::vector<std::size_t> affinePositions(const Shape& shape, std::span<const std::size_t> strides) {
  std::vector<std::size_t> positions;
  for (Indices at{shape}; at; ++at) {
    std::size_t position = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) position += at[i] * strides[i];
    positions.push_back(position);
  }
  return positions;
}

std::vector<double> affineValues(const Tensor* tensor, double otherwise) {
  return tensor ? tensor->reals() : std::vector<double>{otherwise};
}

Tensor normalizedOverAxes(const ComputeCall& call, std::span<const std::uint32_t> axes,
                          std::span<const std::size_t> affineStrides) {
  const Tensor &input = call.operand("input"), *scale = call.optionalOperand("scale"),
               *bias = call.optionalOperand("bias");
  const std::vector<double> values = input.reals(), scales = affineValues(scale, 1), biases = affineValues(bias, -0.0);
  const std::vector<std::size_t> fromAffine = affinePositions(input.shape(), affineStrides);
  const double epsilon = epsilonOf(call);

  const Groups together = groups(input.shape(), axes);
  std::vector<double> group(together.inner.size()), results(values.size());
  for (const std::size_t start : together.outer) {
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = values[start + together.inner[i]];
    Statistics statistics{group, epsilon};
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::size_t position = start + together.inner[i], affine = fromAffine[position];
      const double factor = scales[scale ? affine : 0], addend = biases[bias ? affine : 0];
      results[position] = statistics.isNaN()
                              ? std::nan("")
                              : normalized(input.dataType(), statistics.deviation(group[i]), statistics.root(), factor,
                                           addend, [&] { return statistics.wide(group[i], factor, addend); });
    }
  }
  Tensor output{call.output()};
  output.store(results);
  return output;
}

double epsilonOf(const ComputeCall& call) {
  return castNumber(call.operand("input").dataType(), Number::ofReal(call.arguments.real("epsilon"))).real(0);
}

}  // namespace conform
