// The reducing operators against MPFR and exact integers: 250 random shapes, axes and contents each.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "tests/kernels/judge.hpp"

using namespace conform;

namespace {

constexpr int rounds = 250;
constexpr DataType floats[] = {DataType::float32, DataType::float16};

using RealReduction = std::function<Real(const std::vector<double>&)>;
using WordReduction = std::function<std::uint64_t(const std::vector<std::uint64_t>&, bool isSigned)>;

/// Which elements come together, worked out from coordinates: independent of the kernels' index spaces.
std::vector<std::vector<std::size_t>> together(const Shape& shape, const std::vector<std::uint32_t>& axes) {
  std::size_t count = 1, outputs = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    count *= shape[i];
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) outputs *= shape[i];
  }
  std::vector<std::vector<std::size_t>> groups(outputs);
  for (std::size_t position = 0; position < count; ++position) {
    std::size_t rest = position, output = 0, weight = 1;
    for (std::size_t i = shape.size(); i-- > 0; rest /= shape[i]) {
      if (std::find(axes.begin(), axes.end(), i) != axes.end()) continue;
      output += rest % shape[i] * weight;
      weight *= shape[i];
    }
    groups[output].push_back(position);
  }
  return groups;
}

struct Reduction {
  Shape shape;
  std::vector<std::uint32_t> axes;
  ArgumentRecord options;
};

Reduction randomReduction(std::mt19937_64& random) {
  Reduction reduction;
  reduction.shape = randomShape(0, 5, random() % 8 == 0 ? 40 : 5, random);
  if (reduction.shape.size() >= 4)
    for (std::uint32_t& size : reduction.shape) size = std::min<std::uint32_t>(size, 6);
  for (std::uint32_t i = 0; i < reduction.shape.size(); ++i) reduction.axes.push_back(i);
  if (random() % 4 != 0) {
    std::shuffle(reduction.axes.begin(), reduction.axes.end(), random);
    reduction.axes.resize(random() % (reduction.axes.size() + 1));
    reduction.options.emplace_back("axes", listArgument(reduction.axes));
  }
  if (random() % 2 == 0) reduction.options.emplace_back("keepDimensions", Argument{true});
  return reduction;
}

void judgeReal(const std::string& op, const RealReduction& function) {
  std::mt19937_64 random{std::hash<std::string>{}(op)};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : floats) {
      const Reduction reduction = randomReduction(random);
      const std::vector<double> values = hardContents(type, *elementCountOf(reduction.shape), random);
      std::vector<std::uint64_t> expected;
      for (const auto& positions : together(reduction.shape, reduction.axes)) {
        std::vector<double> group;
        for (const std::size_t position : positions) group.push_back(values[position]);
        expected.push_back(roundedBits(type, function(group)));
      }
      const Tensor actual = run(op, {tensorOfReals(type, reduction.shape, values)}, reduction.options);
      judge(op, actual, expected, "round " + std::to_string(round), 0, false);
    }
  }
}

void judgeWords(const std::string& op, std::initializer_list<DataType> types, const WordReduction& function) {
  std::mt19937_64 random{std::hash<std::string>{}(op)};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : types) {
      const Reduction reduction = randomReduction(random);
      std::vector<std::uint64_t> patterns(*elementCountOf(reduction.shape));
      for (std::uint64_t& pattern : patterns) pattern = integerInput(type, random);
      const Tensor input = tensorOf(type, reduction.shape, patterns);
      const std::uint64_t mask = bitsOf(type) == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bitsOf(type)) - 1;
      std::vector<std::uint64_t> expected;
      for (const auto& positions : together(reduction.shape, reduction.axes)) {
        std::vector<std::uint64_t> group;
        for (const std::size_t position : positions) group.push_back(input.word(position));
        expected.push_back(function(group, isSigned(type)) & mask);
      }
      judge(op, run(op, {input}, reduction.options), expected, "round " + std::to_string(round));
    }
  }
}

Real sum(const std::vector<double>& values, const std::function<Real(const Real&)>& of) {
  Real total;
  for (const double value : values) total += of(Real{value});
  return total;
}
Real itself(const Real& x) {
  return x;
}
Real square(const Real& x) {
  return x * x;
}
Real magnitude(const Real& x) {
  return abs(x);
}

/// Less the maximum, where it is finite: exp() of 1e30 is out of the range even of MPFR.
Real logSumExp(const std::vector<double>& values) {
  Real largest{-HUGE_VAL};
  for (const double value : values) largest = max(largest, Real{value});
  const Real shift = mpfr_number_p(largest.get()) ? largest : Real{0};
  return shift + log(sum(values, [&](const Real& x) { return exp(x - shift); }));
}

Real extreme(const std::vector<double>& values, int sign) {
  double best = values[0];
  for (const double value : values) {
    if (std::isnan(value)) return Real{value};
    if (sign * value > sign * best) best = value;
  }
  return Real{best};
}

}  // namespace

TEST_CASE("reductions of floats are the exact result rounded once: 250 random shapes for each type") {
  const std::map<std::string, RealReduction> functions{
      {"reduceSum", [](const auto& v) { return sum(v, itself); }},
      {"reduceL1", [](const auto& v) { return sum(v, magnitude); }},
      {"reduceL2", [](const auto& v) { return sqrt(sum(v, square)); }},
      {"reduceSumSquare", [](const auto& v) { return sum(v, square); }},
      {"reduceMean", [](const auto& v) { return sum(v, itself) / static_cast<double>(v.size()); }},
      {"reduceLogSum", [](const auto& v) { return log(sum(v, itself)); }},
      {"reduceLogSumExp", logSumExp},
      {"reduceMax", [](const auto& v) { return extreme(v, 1); }},
      {"reduceMin", [](const auto& v) { return extreme(v, -1); }},
      {"reduceProduct",
       [](const auto& v) {
         Real product{1};
         for (const double value : v) product *= Real{value};
         return product;
       }},
  };
  for (const auto& [op, function] : functions) judgeReal(op, function);
}

TEST_CASE("reductions of integers are exact, and wrap") {
  using enum DataType;
  const std::initializer_list<DataType> wide{int32, uint32, int64, uint64};
  const std::initializer_list<DataType> all{int32, uint32, int64, uint64, int8, uint8, int4, uint4};
  const auto fold = [](auto combine, std::uint64_t start) -> WordReduction {
    return [=](const std::vector<std::uint64_t>& values, bool isSigned) {
      std::uint64_t result = start;
      for (const std::uint64_t value : values) result = combine(result, value, isSigned);
      return result;
    };
  };
  const auto better = [](bool wantsGreater) -> WordReduction {
    return [=](const std::vector<std::uint64_t>& values, bool isSigned) {
      std::uint64_t best = values[0];
      for (const std::uint64_t value : values) {
        const bool isGreater =
            isSigned ? static_cast<std::int64_t>(value) > static_cast<std::int64_t>(best) : value > best;
        if (value != best && isGreater == wantsGreater) best = value;
      }
      return best;
    };
  };
  judgeWords("reduceSum", wide, fold([](auto a, auto b, bool) { return a + b; }, 0));
  judgeWords("reduceProduct", wide, fold([](auto a, auto b, bool) { return a * b; }, 1));
  judgeWords("reduceSumSquare", wide, fold([](auto a, auto b, bool) { return a + b * b; }, 0));
  judgeWords(
      "reduceL1", wide,
      fold([](auto a, auto b, bool isSigned) { return a + (isSigned && static_cast<std::int64_t>(b) < 0 ? 0 - b : b); },
           0));
  judgeWords("reduceMax", all, better(true));
  judgeWords("reduceMin", all, better(false));
}

TEST_CASE("argMax and argMin give the first index of the best value") {
  using enum DataType;
  for (const std::string op : {"argMax", "argMin"}) {
    std::mt19937_64 random{std::hash<std::string>{}(op)};
    for (int round = 0; round < rounds; ++round) {
      for (const DataType type : {float32, float16, int32, uint32, int64, uint64, int8, uint8, int4, uint4}) {
        const Shape shape = randomShape(1, 4, 6, random);
        const auto axis = static_cast<std::uint32_t>(random() % shape.size());
        std::vector<std::uint64_t> patterns(*elementCountOf(shape));
        for (std::uint64_t& pattern : patterns)
          pattern = isFloat(type) ? tensorOfReals(type, {}, {static_cast<double>(random() % 9) - 4}).patterns()[0]
                                  : integerInput(type, random);
        const Tensor input = tensorOf(type, shape, patterns);
        const auto isBetter = [&](std::size_t a, std::size_t b) {
          if (isFloat(type)) return op == "argMax" ? input.real(a) > input.real(b) : input.real(a) < input.real(b);
          const std::uint64_t flip = isSigned(type) ? std::uint64_t{1} << 63 : 0;
          const std::uint64_t x = input.word(a) ^ flip, y = input.word(b) ^ flip;
          return op == "argMax" ? x > y : x < y;
        };
        std::vector<std::uint64_t> expected;
        for (const auto& positions : together(shape, {axis})) {
          std::size_t best = 0;
          for (std::size_t i = 1; i < positions.size(); ++i)
            if (isBetter(positions[i], positions[best])) best = i;
          expected.push_back(best);
        }
        const bool isLong = random() % 2 == 0;
        const Tensor actual =
            run(op, {input}, {operandArgument(0), numberArgument(axis)},
                {{"outputDataType", Argument{std::string(isLong ? "int64" : "int32")}}, {"keepDimensions", {true}}})[0];
        judge(op, actual, expected, "round " + std::to_string(round));
      }
    }
  }
}

TEST_CASE("cumulativeSum is the exact sum at each place, rounded once") {
  std::mt19937_64 random{11};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : floats) {
      const Shape shape = randomShape(1, 4, 6, random);
      const auto axis = static_cast<std::uint32_t>(random() % shape.size());
      const bool isExclusive = random() % 2 == 0, isReversed = random() % 2 == 0;
      const std::vector<double> values = hardContents(type, *elementCountOf(shape), random);
      std::vector<std::uint64_t> expected(values.size());
      for (auto positions : together(shape, {axis})) {
        if (isReversed) std::reverse(positions.begin(), positions.end());
        for (std::size_t i = 0; i < positions.size(); ++i) {
          Real total;
          for (std::size_t j = 0; j < i + (isExclusive ? 0 : 1); ++j) total += Real{values[positions[j]]};
          expected[positions[i]] = roundedBits(type, total);
        }
      }
      const Tensor actual =
          run("cumulativeSum", {tensorOfReals(type, shape, values)}, {operandArgument(0), numberArgument(axis)},
              {{"exclusive", {isExclusive}}, {"reversed", {isReversed}}})[0];
      judge("cumulativeSum", actual, expected, "round " + std::to_string(round), 0, false);
    }
  }
}

TEST_CASE("softmax is correctly rounded") {
  std::mt19937_64 random{13};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : floats) {
      const Shape shape = randomShape(1, 4, random() % 10 == 0 ? 30 : 5, random);
      const auto axis = static_cast<std::uint32_t>(random() % shape.size());
      const std::vector<double> values = hardContents(type, *elementCountOf(shape), random);
      std::vector<std::uint64_t> expected(values.size());
      for (const auto& positions : together(shape, {axis})) {
        Real largest{-HUGE_VAL}, total;
        for (const std::size_t i : positions) largest = max(largest, Real{values[i]});
        for (const std::size_t i : positions) total += exp(Real{values[i]} - largest);
        for (const std::size_t i : positions) expected[i] = roundedBits(type, exp(Real{values[i]} - largest) / total);
      }
      const Tensor actual =
          run("softmax", {tensorOfReals(type, shape, values)}, {operandArgument(0), numberArgument(axis)})[0];
      judge("softmax", actual, expected, "round " + std::to_string(round), 0, false);
    }
  }
}
