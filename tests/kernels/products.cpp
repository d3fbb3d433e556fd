// matmul, gemm and the convolutions against MPFR: 250 random shapes, options and contents for each type, and then the
// definition, element by element.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/kernels/judge.hpp"

using namespace conform;

namespace {

constexpr int rounds = 250;
constexpr DataType floats[] = {DataType::float32, DataType::float16};

std::uint32_t upTo(std::uint32_t most, std::mt19937_64& random) {
  return 1 + static_cast<std::uint32_t>(random() % most);
}

Argument optionOperand(std::size_t index) {
  return operandArgument(index);
}

/// Contents of which a product with them is as hard: the second factor of some is the first with the sign changed.
std::vector<double> contentsLike(const std::vector<double>& other, DataType type, std::size_t count,
                                 std::mt19937_64& random) {
  if (random() % 3 != 0) return hardContents(type, count, random);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = other[i % other.size()] * (i % 2 ? 1 : -1);
  return values;
}

/// A filter or image as [a, b, h, w], whatever the order of its letters in the layout.
struct Laid {
  Shape shape;
  std::string layout;
  std::size_t position(std::initializer_list<std::pair<char, std::size_t>> at) const {
    std::size_t position = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      for (const auto& [name, index] : at) {
        if (name == layout[i]) position = position * shape[i] + index;
      }
    }
    return position;
  }
};

Laid laid(const std::string& layout, std::initializer_list<std::pair<char, std::uint32_t>> sizes) {
  Laid result{{}, layout};
  for (const char name : layout) {
    for (const auto& [of, size] : sizes) {
      if (of == name) result.shape.push_back(size);
    }
  }
  return result;
}

struct Geometry {
  std::uint32_t batches, groups, inputs, outputs, height, width, filterHeight, filterWidth;
  std::vector<std::uint32_t> padding, strides, dilations;
  bool hasBias;
};

Geometry randomGeometry(std::mt19937_64& random) {
  Geometry geometry{.batches = upTo(2, random),
                    .groups = upTo(3, random),
                    .inputs = upTo(3, random),
                    .outputs = upTo(3, random),
                    .height = upTo(7, random),
                    .width = upTo(7, random),
                    .filterHeight = upTo(3, random),
                    .filterWidth = upTo(3, random),
                    .padding = {},
                    .strides = {upTo(3, random), upTo(3, random)},
                    .dilations = {upTo(3, random), upTo(2, random)},
                    .hasBias = random() % 2 == 0};
  for (int i = 0; i < 4; ++i) geometry.padding.push_back(static_cast<std::uint32_t>(random() % 3));
  return geometry;
}

ArgumentRecord optionsOf(const Geometry& geometry, const std::string& inputLayout, const std::string& filterLayout) {
  ArgumentRecord options{{"padding", listArgument(geometry.padding)},
                         {"strides", listArgument(geometry.strides)},
                         {"dilations", listArgument(geometry.dilations)},
                         {"groups", numberArgument(geometry.groups)},
                         {"inputLayout", {inputLayout}},
                         {"filterLayout", {filterLayout}}};
  if (geometry.hasBias) options.emplace_back("bias", optionOperand(2));
  return options;
}

}  // namespace

TEST_CASE("matmul is the exact sum of products rounded once") {
  std::mt19937_64 random{101};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : floats) {
      const std::uint32_t rows = upTo(5, random), columns = upTo(random() % 9 == 0 ? 70 : 5, random);
      const std::uint32_t inner = upTo(random() % 5 == 0 ? 90 : 6, random);
      const Shape batchShape = randomShape(0, 2, 3, random);
      Shape shapeA = batchShape, shapeB = batchShape;
      for (std::uint32_t& size : shapeA) size = random() % 3 == 0 ? 1 : size;
      for (std::uint32_t& size : shapeB) size = random() % 3 == 0 ? 1 : size;
      if (!shapeB.empty() && random() % 3 == 0) shapeB.erase(shapeB.begin());
      const Shape broadcastA = shapeA, broadcastB = shapeB;
      shapeA.insert(shapeA.end(), {rows, inner});
      shapeB.insert(shapeB.end(), {inner, columns});
      const std::vector<double> a = hardContents(type, *elementCountOf(shapeA), random);
      const std::vector<double> b = contentsLike(a, type, *elementCountOf(shapeB), random);
      const Tensor actual = run("matmul", {tensorOfReals(type, shapeA, a), tensorOfReals(type, shapeB, b)});

      std::vector<std::uint64_t> expected;
      const Shape batch(actual.shape().begin(), actual.shape().end() - 2);
      for (std::size_t matrix = 0; matrix < *elementCountOf(batch); ++matrix) {
        // The matrix of a stack that is broadcast to this one.
        const auto from = [&](const Shape& stack) {
          std::size_t rest = matrix, position = 0, weight = 1;
          for (std::size_t i = 0; i < batch.size(); ++i) {
            const std::size_t index = rest % batch[batch.size() - 1 - i];
            rest /= batch[batch.size() - 1 - i];
            if (i >= stack.size()) continue;
            const std::size_t size = stack[stack.size() - 1 - i];
            position += (size == 1 ? 0 : index) * weight;
            weight *= size;
          }
          return position;
        };
        for (std::uint32_t i = 0; i < rows; ++i) {
          for (std::uint32_t j = 0; j < columns; ++j) {
            Real sum;
            for (std::uint32_t k = 0; k < inner; ++k)
              sum +=
                  Real{a[(from(broadcastA) * rows + i) * inner + k]} * b[(from(broadcastB) * inner + k) * columns + j];
            expected.push_back(roundedBits(type, sum));
          }
        }
      }
      judge("matmul", actual, expected, "round " + std::to_string(round), 0, false);
    }
  }
}

TEST_CASE("gemm is the real-number result rounded once") {
  std::mt19937_64 random{102};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : floats) {
      const std::uint32_t rows = upTo(5, random), columns = upTo(5, random), inner = upTo(9, random);
      const bool isTransposedA = random() % 2 == 0, isTransposedB = random() % 2 == 0;
      const std::vector<double> a = hardContents(type, rows * inner, random);
      const std::vector<double> b = contentsLike(a, type, inner * columns, random);
      const Shape shapesOfC[] = {{}, {columns}, {1}, {rows, 1}, {1, columns}, {rows, columns}};
      const Shape shapeC = shapesOfC[random() % 6];
      const bool hasC = random() % 4 != 0;
      const std::vector<double> c = hardContents(type, *elementCountOf(shapeC), random);
      // A third that cancels: beta * c against alpha * a * b.
      const double alpha = random() % 3 == 0 ? 1 : moderate(DataType::float32, 4, random);
      const double beta = random() % 3 == 0 ? -alpha : moderate(DataType::float32, 4, random);
      ArgumentRecord options{{"alpha", numberArgument(alpha)},
                             {"beta", numberArgument(beta)},
                             {"aTranspose", {isTransposedA}},
                             {"bTranspose", {isTransposedB}}};
      if (hasC) options.emplace_back("c", optionOperand(2));
      const Tensor actual = run("gemm",
                                {tensorOfReals(type, isTransposedA ? Shape{inner, rows} : Shape{rows, inner}, a),
                                 tensorOfReals(type, isTransposedB ? Shape{columns, inner} : Shape{inner, columns}, b),
                                 tensorOfReals(type, shapeC, c)},
                                {operandArgument(0), operandArgument(1)}, options)[0];

      const Real castAlpha{roundedTo(type, alpha)}, castBeta{roundedTo(type, beta)};
      std::vector<std::uint64_t> expected;
      for (std::uint32_t i = 0; i < rows; ++i) {
        for (std::uint32_t j = 0; j < columns; ++j) {
          Real sum;
          for (std::uint32_t k = 0; k < inner; ++k)
            sum += Real{a[isTransposedA ? k * rows + i : i * inner + k]} *
                   b[isTransposedB ? j * inner + k : k * columns + j];
          sum = castAlpha * sum;
          if (hasC) {
            const std::size_t row = shapeC.size() == 2 && shapeC[0] > 1 ? i : 0;
            const std::size_t width = shapeC.empty() ? 1 : shapeC.back();
            sum += castBeta * c[row * width + (width > 1 ? j : 0)];
          }
          expected.push_back(roundedBits(type, sum));
        }
      }
      judge("gemm", actual, expected, "round " + std::to_string(round), 0, false);
    }
  }
}

TEST_CASE("conv2d is the exact sum of products and bias rounded once") {
  std::mt19937_64 random{103};
  const std::string inputLayouts[] = {"nchw", "nhwc"}, filterLayouts[] = {"oihw", "hwio", "ohwi", "ihwo"};
  for (int round = 0; round < 2 * rounds;) {
    const DataType type = floats[random() % 2];
    const Geometry g = randomGeometry(random);
    const auto size = [&](std::uint32_t input, std::uint32_t filter, int axis) {
      return (static_cast<std::int64_t>(input) - (filter - 1) * g.dilations[axis] - 1 + g.padding[2 * axis] +
              g.padding[2 * axis + 1]);
    };
    if (size(g.height, g.filterHeight, 0) < 0 || size(g.width, g.filterWidth, 1) < 0) continue;
    const auto outputHeight = static_cast<std::uint32_t>(size(g.height, g.filterHeight, 0) / g.strides[0] + 1);
    const auto outputWidth = static_cast<std::uint32_t>(size(g.width, g.filterWidth, 1) / g.strides[1] + 1);
    const std::string inputLayout = inputLayouts[random() % 2], filterLayout = filterLayouts[random() % 4];
    const Laid input =
        laid(inputLayout, {{'n', g.batches}, {'c', g.groups * g.inputs}, {'h', g.height}, {'w', g.width}});
    const Laid filter =
        laid(filterLayout, {{'o', g.groups * g.outputs}, {'i', g.inputs}, {'h', g.filterHeight}, {'w', g.filterWidth}});
    const Laid output =
        laid(inputLayout, {{'n', g.batches}, {'c', g.groups * g.outputs}, {'h', outputHeight}, {'w', outputWidth}});
    const std::vector<double> x = hardContents(type, *elementCountOf(input.shape), random);
    const std::vector<double> w = contentsLike(x, type, *elementCountOf(filter.shape), random);
    const std::vector<double> bias = hardContents(type, g.groups * g.outputs, random);
    const Tensor actual = run("conv2d",
                              {tensorOfReals(type, input.shape, x), tensorOfReals(type, filter.shape, w),
                               tensorOfReals(type, {g.groups * g.outputs}, bias)},
                              {operandArgument(0), operandArgument(1)}, optionsOf(g, inputLayout, filterLayout))[0];
    REQUIRE(actual.shape() == output.shape);

    std::vector<std::uint64_t> expected(actual.count());
    for (std::uint32_t n = 0; n < g.batches; ++n)
      for (std::uint32_t o = 0; o < g.groups * g.outputs; ++o)
        for (std::uint32_t y = 0; y < outputHeight; ++y)
          for (std::uint32_t x0 = 0; x0 < outputWidth; ++x0) {
            Real sum{g.hasBias ? bias[o] : 0};
            for (std::uint32_t i = 0; i < g.inputs; ++i)
              for (std::uint32_t u = 0; u < g.filterHeight; ++u)
                for (std::uint32_t v = 0; v < g.filterWidth; ++v) {
                  const std::int64_t row = std::int64_t{y} * g.strides[0] + u * g.dilations[0] - g.padding[0];
                  const std::int64_t column = std::int64_t{x0} * g.strides[1] + v * g.dilations[1] - g.padding[2];
                  if (row < 0 || column < 0 || row >= g.height || column >= g.width) continue;
                  sum += Real{x[input.position({{'n', n},
                                                {'c', o / g.outputs * g.inputs + i},
                                                {'h', static_cast<std::size_t>(row)},
                                                {'w', static_cast<std::size_t>(column)}})]} *
                         w[filter.position({{'o', o}, {'i', i}, {'h', u}, {'w', v}})];
                }
            expected[output.position({{'n', n}, {'c', o}, {'h', y}, {'w', x0}})] = roundedBits(type, sum);
          }
    judge("conv2d", actual, expected, "round " + std::to_string(round), 0, false);
    ++round;
  }
}

TEST_CASE("convTranspose2d is the exact sum of products and bias rounded once") {
  std::mt19937_64 random{104};
  const std::string inputLayouts[] = {"nchw", "nhwc"}, filterLayouts[] = {"iohw", "hwoi", "ohwi"};
  for (int round = 0; round < 2 * rounds;) {
    const DataType type = floats[random() % 2];
    const Geometry g = randomGeometry(random);
    const std::uint32_t more[] = {static_cast<std::uint32_t>(random() % g.strides[0]),
                                  static_cast<std::uint32_t>(random() % g.strides[1])};
    const auto size = [&](std::uint32_t in, std::uint32_t filter, int axis) {
      return static_cast<std::int64_t>(in - 1) * g.strides[axis] + (filter - 1) * g.dilations[axis] + 1 -
             g.padding[2 * axis] - g.padding[2 * axis + 1];
    };
    const std::int64_t height = size(g.height, g.filterHeight, 0) + more[0];
    const std::int64_t width = size(g.width, g.filterWidth, 1) + more[1];
    if (height <= 0 || width <= 0) continue;
    const std::string inputLayout = inputLayouts[random() % 2], filterLayout = filterLayouts[random() % 3];
    const Laid input =
        laid(inputLayout, {{'n', g.batches}, {'c', g.groups * g.inputs}, {'h', g.height}, {'w', g.width}});
    const Laid filter =
        laid(filterLayout, {{'o', g.outputs}, {'i', g.groups * g.inputs}, {'h', g.filterHeight}, {'w', g.filterWidth}});
    const Laid output = laid(inputLayout, {{'n', g.batches},
                                           {'c', g.groups * g.outputs},
                                           {'h', static_cast<std::uint32_t>(height)},
                                           {'w', static_cast<std::uint32_t>(width)}});
    const std::vector<double> x = hardContents(type, *elementCountOf(input.shape), random);
    const std::vector<double> w = contentsLike(x, type, *elementCountOf(filter.shape), random);
    const std::vector<double> bias = hardContents(type, g.groups * g.outputs, random);
    ArgumentRecord options = optionsOf(g, inputLayout, filterLayout);
    if (random() % 2 == 0) {
      options.emplace_back("outputPadding", listArgument({more[0], more[1]}));
    } else {
      options.emplace_back("outputSizes",
                           listArgument({static_cast<std::uint32_t>(height), static_cast<std::uint32_t>(width)}));
    }
    const Tensor actual = run("convTranspose2d",
                              {tensorOfReals(type, input.shape, x), tensorOfReals(type, filter.shape, w),
                               tensorOfReals(type, {g.groups * g.outputs}, bias)},
                              {operandArgument(0), operandArgument(1)}, options)[0];
    REQUIRE(actual.shape() == output.shape);

    // Every element of the input adds the filter to the output: the definition, from the other side than the kernel.
    std::vector<Real> sums(actual.count());
    for (std::uint32_t n = 0; n < g.batches; ++n)
      for (std::uint32_t i = 0; i < g.groups * g.inputs; ++i)
        for (std::uint32_t y = 0; y < g.height; ++y)
          for (std::uint32_t x0 = 0; x0 < g.width; ++x0)
            for (std::uint32_t o = 0; o < g.outputs; ++o)
              for (std::uint32_t u = 0; u < g.filterHeight; ++u)
                for (std::uint32_t v = 0; v < g.filterWidth; ++v) {
                  const std::int64_t row = std::int64_t{y} * g.strides[0] + u * g.dilations[0] - g.padding[0];
                  const std::int64_t column = std::int64_t{x0} * g.strides[1] + v * g.dilations[1] - g.padding[2];
                  if (row < 0 || column < 0 || row >= height || column >= width) continue;
                  sums[output.position({{'n', n},
                                        {'c', i / g.inputs * g.outputs + o},
                                        {'h', static_cast<std::size_t>(row)},
                                        {'w', static_cast<std::size_t>(column)}})] +=
                      Real{x[input.position({{'n', n}, {'c', i}, {'h', y}, {'w', x0}})]} *
                      w[filter.position({{'o', o}, {'i', i}, {'h', u}, {'w', v}})];
                }
    std::vector<std::uint64_t> expected(sums.size());
    for (std::uint32_t n = 0; n < g.batches; ++n)
      for (std::uint32_t o = 0; o < g.groups * g.outputs; ++o)
        for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
          for (std::size_t x0 = 0; x0 < static_cast<std::size_t>(width); ++x0) {
            const std::size_t at = output.position({{'n', n}, {'c', o}, {'h', y}, {'w', x0}});
            expected[at] = roundedBits(type, g.hasBias ? sums[at] + Real{bias[o]} : sums[at]);
          }
    judge("convTranspose2d", actual, expected, "round " + std::to_string(round), 0, false);
    ++round;
  }
}

TEST_CASE("an infinite weight on the padding makes no NaN") {
  const Tensor input = tensorOfReals(DataType::float32, {1, 1, 1, 2}, {1, 2});
  const Tensor filter = tensorOfReals(DataType::float32, {1, 1, 1, 3}, {HUGE_VAL, 1, 1});
  const Tensor actual = run("conv2d", {input, filter}, {{"padding", listArgument({0, 0, 1, 1})}});
  CHECK(actual.real(0) == 3);
  CHECK(actual.real(1) == HUGE_VAL);
}
