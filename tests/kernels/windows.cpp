// The pools and resample2d against MPFR and exact integers: 250 random shapes, options and contents for each.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/kernels/judge.hpp"

using namespace conform;

namespace {

constexpr int rounds = 250;

std::uint32_t upTo(std::uint32_t most, std::mt19937_64& random) {
  return 1 + static_cast<std::uint32_t>(random() % most);
}

/// The contents of a window in MPFR, or nothing for one that has no element.
Real pooled(const std::string& op, const std::vector<double>& window) {
  Real sum;
  double greatest = window.empty() ? 0 : window[0];
  for (const double value : window) {
    sum += op == "l2Pool2d" ? Real{value} * value : Real{value};
    if (std::isnan(value) || value > greatest) greatest = value;
    if (std::isnan(greatest)) greatest = value + greatest;
  }
  if (op == "averagePool2d") return sum / static_cast<double>(window.size());
  return op == "l2Pool2d" ? sqrt(sum) : Real{greatest};
}

}  // namespace

TEST_CASE("pools are the exact result rounded once") {
  for (const std::string op : {"averagePool2d", "l2Pool2d", "maxPool2d"}) {
    std::mt19937_64 random{201};
    for (int round = 0; round < 2 * rounds;) {
      const DataType type = round % 2 == 0 ? DataType::float32 : DataType::float16;
      const bool isChannelFirst = random() % 2 == 0, isCeil = random() % 2 == 0;
      const std::uint32_t batches = upTo(2, random), channels = upTo(3, random);
      const std::uint32_t in[] = {upTo(8, random), upTo(8, random)};
      const std::uint32_t window[] = {upTo(4, random), upTo(4, random)};
      const std::uint32_t strides[] = {upTo(3, random), upTo(3, random)};
      const std::uint32_t dilations[] = {upTo(2, random), upTo(3, random)};
      std::uint32_t padding[4];
      for (std::uint32_t& each : padding) each = static_cast<std::uint32_t>(random() % 3);
      std::int64_t out[2], other[2];
      bool isPossible = true;
      for (int i = 0; i < 2; ++i) {
        const std::int64_t room =
            static_cast<std::int64_t>(in[i]) - (window[i] - 1) * dilations[i] - 1 + padding[2 * i] + padding[2 * i + 1];
        isPossible = isPossible && room >= 0;
        const std::int64_t down = room / strides[i] + 1, up = (room + strides[i] - 1) / strides[i] + 1;
        out[i] = isCeil ? up : down;
        other[i] = isCeil ? down : up;
      }
      if (!isPossible) continue;
      const auto shapeOf = [&](std::uint32_t height, std::uint32_t width) {
        return isChannelFirst ? Shape{batches, channels, height, width} : Shape{batches, height, width, channels};
      };
      const auto position = [&](const Shape& shape, std::size_t n, std::size_t c, std::size_t y, std::size_t x) {
        return isChannelFirst ? ((n * shape[1] + c) * shape[2] + y) * shape[3] + x
                              : ((n * shape[1] + y) * shape[2] + x) * shape[3] + c;
      };
      ArgumentRecord options{
          {"windowDimensions", listArgument({window[0], window[1]})},
          {"padding", listArgument({padding[0], padding[1], padding[2], padding[3]})},
          {"strides", listArgument({strides[0], strides[1]})},
          {"dilations", listArgument({dilations[0], dilations[1]})},
          {"layout", {std::string(isChannelFirst ? "nchw" : "nhwc")}},
          {"outputShapeRounding", {std::string(isCeil ? "ceil" : "floor")}},
      };
      if (random() % 4 == 0) {  // The sizes win over the rounding.
        out[0] = other[0], out[1] = other[1];
        options.emplace_back("outputSizes",
                             listArgument({static_cast<std::uint32_t>(out[0]), static_cast<std::uint32_t>(out[1])}));
      }
      const Shape inputShape = shapeOf(in[0], in[1]);
      const Shape outputShape = shapeOf(static_cast<std::uint32_t>(out[0]), static_cast<std::uint32_t>(out[1]));
      const std::vector<double> values = hardContents(type, *elementCountOf(inputShape), random);
      const Tensor actual = run(op, {tensorOfReals(type, inputShape, values)}, {operandArgument(0)}, options)[0];
      REQUIRE(actual.shape() == outputShape);
      std::vector<std::uint64_t> expected(actual.count());
      for (std::size_t n = 0; n < batches; ++n)
        for (std::size_t c = 0; c < channels; ++c)
          for (std::int64_t y = 0; y < out[0]; ++y)
            for (std::int64_t x = 0; x < out[1]; ++x) {
              std::vector<double> inside;
              for (std::uint32_t u = 0; u < window[0]; ++u)
                for (std::uint32_t v = 0; v < window[1]; ++v) {
                  const std::int64_t row = y * strides[0] + u * dilations[0] - padding[0];
                  const std::int64_t column = x * strides[1] + v * dilations[1] - padding[2];
                  if (row < 0 || column < 0 || row >= in[0] || column >= in[1]) continue;
                  inside.push_back(values[position(inputShape, n, c, static_cast<std::size_t>(row),
                                                   static_cast<std::size_t>(column))]);
                }
              expected[position(outputShape, n, c, static_cast<std::size_t>(y), static_cast<std::size_t>(x))] =
                  roundedBits(type, pooled(op, inside));
            }
      judge(op, actual, expected, "round " + std::to_string(round), 0, false);
      ++round;
    }
  }
}

TEST_CASE("maxPool2d of integers is exact in all 64 bits") {
  using enum DataType;
  std::mt19937_64 random{202};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : {int32, uint32, int64, uint64, int8, uint8, int4, uint4}) {
      const std::uint32_t height = upTo(5, random), width = upTo(5, random);
      std::vector<std::uint64_t> patterns(height * width);
      for (std::uint64_t& pattern : patterns) pattern = integerInput(type, random);
      const Tensor input = tensorOf(type, {1, 1, height, width}, patterns);
      std::size_t best = 0;
      const std::uint64_t flip = isSigned(type) ? std::uint64_t{1} << 63 : 0;
      for (std::size_t i = 1; i < patterns.size(); ++i) {
        if ((input.word(i) ^ flip) > (input.word(best) ^ flip)) best = i;
      }
      judge("maxPool2d", run("maxPool2d", {input}), {patterns[best]}, "round " + std::to_string(round));
    }
  }
}

TEST_CASE("resample2d is the exact interpolation rounded once") {
  std::mt19937_64 random{203};
  for (int round = 0; round < 2 * rounds; ++round) {
    using enum DataType;
    const DataType types[] = {float32, float16, float32, float16, int8, uint8}, type = types[random() % 6];
    const bool isLinear = random() % 2 == 0;
    const Shape shape = randomShape(4, 4, 5, random);
    std::vector<std::uint32_t> axes{0, 1, 2, 3};
    std::shuffle(axes.begin(), axes.end(), random);
    axes.resize(2);
    const std::uint32_t sizes[] = {upTo(9, random), upTo(9, random)};
    Shape outputShape = shape;
    outputShape[axes[0]] = sizes[0], outputShape[axes[1]] = sizes[1];
    std::vector<double> values =
        hardContents(type == float16 ? float16 : float32, *elementCountOf(shape), random, true);
    if (!isFloat(type))
      for (double& value : values) value = static_cast<double>(random() % 128);
    const Tensor input = tensorOfReals(type, shape, values);
    const Tensor actual = run("resample2d", {input},
                              {{"mode", {std::string(isLinear ? "linear" : "nearest-neighbor")}},
                               {"sizes", listArgument({sizes[0], sizes[1]})},
                               {"axes", listArgument(axes)}});
    REQUIRE(actual.shape() == outputShape);

    std::vector<std::uint64_t> expected;
    for (std::size_t position = 0; position < actual.count(); ++position) {
      std::size_t at[4], rest = position;
      for (std::size_t i = 4; i-- > 0; rest /= outputShape[i]) at[i] = rest % outputShape[i];
      // Coordinates of MPFR's many digits; a half is exact, a third is not, but nothing hangs on its last digit.
      std::size_t low[2], high[2];
      Real t[2];
      for (int i = 0; i < 2; ++i) {
        const double in = shape[axes[i]], out = sizes[i];
        const double twice = std::max(0.0, std::min((2 * static_cast<double>(at[axes[i]]) + 1) * in - out,
                                                    2 * out * (in - 1)));  // The coordinate times 2 * out: exact.
        low[i] = static_cast<std::size_t>(std::floor(twice / (2 * out)));
        const double above = twice - static_cast<double>(low[i]) * 2 * out;
        high[i] = above > 0 ? low[i] + 1 : low[i];
        t[i] = Real{above} / (2 * out);
        if (!isLinear) low[i] = high[i] = 2 * above > 2 * out ? high[i] : low[i];
      }
      const auto value = [&](std::size_t x, std::size_t y) {
        std::size_t from = 0;
        for (std::size_t i = 0; i < 4; ++i) from = from * shape[i] + (i == axes[0] ? x : i == axes[1] ? y : at[i]);
        return Real{input.real(from)};
      };
      const Real one{1};
      const Real result = (value(low[0], low[1]) * (one - t[0]) + value(high[0], low[1]) * t[0]) * (one - t[1]) +
                          (value(low[0], high[1]) * (one - t[0]) + value(high[0], high[1]) * t[0]) * t[1];
      if (isFloat(type)) {
        // Where the exact result is a tie, the thirds above are off by less than 2^-600: taken away again.
        const Real near{mpfr_get_d(result.get(), MPFR_RNDN)};
        const bool isNear = abs(result - near) < abs(near) * 0x1p-500;
        expected.push_back(roundedBits(type, isNear ? near : result));
      } else {
        const double whole = std::nearbyint(mpfr_get_d((result + Real{0}).get(), MPFR_RNDN));
        expected.push_back(static_cast<std::uint64_t>(whole) & 0xff);
      }
    }
    judge("resample2d", actual, expected, "round " + std::to_string(round), 0, false);
  }
}
