// The normalisations against MPFR: 250 random shapes, options and contents for each type.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/kernels/judge.hpp"

using namespace conform;

namespace {

constexpr int rounds = 250;
constexpr DataType floats[] = {DataType::float32, DataType::float16};

/// Contents whose mean is far from 0 and whose differences are small, constant ones, and the hard ones of sums.
std::vector<double> contents(DataType type, std::size_t count, std::mt19937_64& random) {
  if (random() % 2 == 0) return hardContents(type, count, random);
  const double offset = moderate(type, 12, random), spread = std::fabs(offset) * (random() % 3 == 0 ? 0 : 0x1p-9);
  std::vector<double> values(count);
  for (double& value : values) value = roundedTo(type, offset + spread * moderate(DataType::float32, 2, random));
  return values;
}

double epsilon(std::mt19937_64& random) {
  const double epsilons[] = {0, 1e-5, 1e-5, 1e-3, 0.25, 1e-30};
  return epsilons[random() % 6];
}

/// Scale and bias: often such that the bias takes away what the scale leaves.
struct Affine {
  std::vector<double> scale, bias;
  bool hasScale, hasBias;
};

Affine affine(DataType type, std::size_t count, std::mt19937_64& random) {
  Affine result{{}, {}, random() % 2 == 0, random() % 2 == 0};
  for (std::size_t i = 0; i < count; ++i) {
    result.scale.push_back(moderate(type, 3, random));
    result.bias.push_back(random() % 2 == 0 ? -result.scale.back() : moderate(type, 3, random));
  }
  return result;
}

void addTo(ArgumentRecord& options, const Affine& affine, std::size_t scaleAt) {
  if (affine.hasScale) options.emplace_back("scale", operandArgument(scaleAt));
  if (affine.hasBias) options.emplace_back("bias", operandArgument(scaleAt + 1));
}

std::uint64_t expectedBits(DataType type, const Real& deviation, const Real& shifted, const Affine& affine,
                           std::size_t at) {
  Real result = deviation / sqrt(shifted);
  if (affine.hasScale) result = Real{affine.scale[at]} * deviation / sqrt(shifted);
  if (affine.hasBias) result += Real{affine.bias[at]};
  return roundedBits(type, result);
}

/// The positions of the elements that are normalised together, and of each its scale; by coordinates.
void judgeOverAxes(const std::string& op, const Shape& shape, const std::vector<std::uint32_t>& axes,
                   const std::vector<std::uint32_t>& affineAxes, ArgumentRecord options, std::mt19937_64& random,
                   DataType type, int round) {
  const std::vector<double> values = contents(type, *elementCountOf(shape), random);
  Shape affineShape;
  for (const std::uint32_t axis : affineAxes) affineShape.push_back(shape[axis]);
  const Affine scaleAndBias = affine(type, *elementCountOf(affineShape), random);
  const double chosenEpsilon = epsilon(random);
  options.emplace_back("epsilon", numberArgument(chosenEpsilon));
  addTo(options, scaleAndBias, 1);
  const Tensor actual = run(op,
                            {tensorOfReals(type, shape, values), tensorOfReals(type, affineShape, scaleAndBias.scale),
                             tensorOfReals(type, affineShape, scaleAndBias.bias)},
                            {operandArgument(0)}, options)[0];

  const auto coordinates = [&](std::size_t position) {
    std::vector<std::size_t> at(shape.size());
    for (std::size_t i = shape.size(); i-- > 0; position /= shape[i]) at[i] = position % shape[i];
    return at;
  };
  const auto isTogether = [&](std::size_t a, std::size_t b) {
    const std::vector<std::size_t> x = coordinates(a), y = coordinates(b);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (x[i] != y[i] && std::find(axes.begin(), axes.end(), i) == axes.end()) return false;
    }
    return true;
  };
  std::vector<std::uint64_t> expected;
  for (std::size_t position = 0; position < values.size(); ++position) {
    Real sum, squares;
    double count = 0;
    for (std::size_t other = 0; other < values.size(); ++other) {
      if (isTogether(position, other)) sum += Real{values[other]}, ++count;
    }
    // n x - sum instead of x - mean: both exact.
    for (std::size_t other = 0; other < values.size(); ++other) {
      if (!isTogether(position, other)) continue;
      const Real deviation = Real{values[other]} * count - sum;
      squares += deviation * deviation;
    }
    std::size_t affineAt = 0;
    for (const std::uint32_t axis : affineAxes) affineAt = affineAt * shape[axis] + coordinates(position)[axis];
    const Real shifted = squares / (Real{count} * count * count) + roundedTo(type, chosenEpsilon);
    expected.push_back(
        expectedBits(type, (Real{values[position]} * count - sum) / count, shifted, scaleAndBias, affineAt));
  }
  judge(op, actual, expected, "round " + std::to_string(round), 0, false);
}

}  // namespace

TEST_CASE("batchNormalization is the real-number result rounded once") {
  std::mt19937_64 random{301};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : floats) {
      const Shape shape = randomShape(1, 4, 5, random);
      const std::size_t axis = shape.size() > 1 && random() % 3 == 0 ? 1 : random() % shape.size();
      const std::uint32_t features = shape[axis];
      const std::vector<double> values = hardContents(type, *elementCountOf(shape), random);
      std::vector<double> means = hardContents(type, features, random), variances;
      if (random() % 2 == 0) means[0] = values[0];
      // Some have a root that is a number of the type: then the result can be a tie.
      for (std::uint32_t i = 0; i < features; ++i) {
        const double root = std::ldexp(1 + static_cast<double>(random() % 4), static_cast<int>(random() % 5) - 2);
        variances.push_back(random() % 2 == 0 ? root * root : std::fabs(moderate(type, 6, random)));
      }
      if (random() % 10 == 0) variances[0] = 0;
      const Affine scaleAndBias = affine(type, features, random);
      const double chosenEpsilon = epsilon(random);
      ArgumentRecord options{{"axis", numberArgument(static_cast<double>(axis))},
                             {"epsilon", numberArgument(chosenEpsilon)}};
      addTo(options, scaleAndBias, 3);
      const Tensor actual =
          run("batchNormalization",
              {tensorOfReals(type, shape, values), tensorOfReals(type, {features}, means),
               tensorOfReals(type, {features}, variances), tensorOfReals(type, {features}, scaleAndBias.scale),
               tensorOfReals(type, {features}, scaleAndBias.bias)},
              {operandArgument(0), operandArgument(1), operandArgument(2)}, options)[0];
      std::size_t inner = 1;
      for (std::size_t i = axis + 1; i < shape.size(); ++i) inner *= shape[i];
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t feature = i / inner % features;
        expected.push_back(expectedBits(type, Real{values[i]} - Real{means[feature]},
                                        Real{variances[feature]} + roundedTo(type, chosenEpsilon), scaleAndBias,
                                        feature));
      }
      judge("batchNormalization", actual, expected, "round " + std::to_string(round), 0, false);
    }
  }
}

TEST_CASE("instanceNormalization is the real-number result rounded once") {
  std::mt19937_64 random{302};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : floats) {
      const Shape shape = randomShape(4, 4, 4, random);
      const bool isChannelFirst = random() % 2 == 0;
      const std::vector<std::uint32_t> axes =
          isChannelFirst ? std::vector<std::uint32_t>{2, 3} : std::vector<std::uint32_t>{1, 2};
      judgeOverAxes("instanceNormalization", shape, axes, {isChannelFirst ? 1u : 3u},
                    {{"layout", {std::string(isChannelFirst ? "nchw" : "nhwc")}}}, random, type, round);
    }
  }
}

TEST_CASE("layerNormalization is the real-number result rounded once") {
  std::mt19937_64 random{303};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : floats) {
      const Shape shape = randomShape(0, 4, 4, random);
      std::vector<std::uint32_t> axes;
      for (std::uint32_t i = 0; i < shape.size(); ++i) axes.push_back(i);
      ArgumentRecord options;
      if (random() % 3 == 0) {
        axes.erase(axes.begin(), axes.begin() + (axes.empty() ? 0 : 1));
      } else {
        std::shuffle(axes.begin(), axes.end(), random);
        axes.resize(random() % (axes.size() + 1));
        options.emplace_back("axes", listArgument(axes));
      }
      judgeOverAxes("layerNormalization", shape, axes, axes, options, random, type, round);
    }
  }
}
