// The element-wise operators against MPFR: every float16 input of the unary ones, many hard float32 ones.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <map>

#include "tests/kernels/judge.hpp"

using namespace conform;

namespace {

constexpr std::size_t inputCount = 20000;
constexpr DataType floats[] = {DataType::float32, DataType::float16};

using Unary = std::function<Real(const Real&)>;
using Binary = std::function<Real(const Real&, const Real&)>;

std::vector<std::uint64_t> expectedOf(const Tensor& input, const Unary& function) {
  std::vector<std::uint64_t> expected;
  for (const double value : input.reals()) expected.push_back(roundedBits(input.dataType(), function(Real{value})));
  return expected;
}

void judgeUnary(const std::string& op, const Unary& function, const ArgumentRecord& options = {},
                std::size_t count = inputCount, const std::string& context = "") {
  std::mt19937_64 random{std::hash<std::string>{}(op)};
  for (const DataType type : floats) {
    const std::vector<std::uint64_t> inputs = floatInputs(type, count, random);
    const Tensor input = tensorOf(type, {static_cast<std::uint32_t>(inputs.size())}, inputs);
    judge(op, run(op, {input}, options), expectedOf(input, function), context);
  }
}

Real sinOf(const Real& x) {
  return x.apply(mpfr_sin);
}
Real cosOf(const Real& x) {
  return x.apply(mpfr_cos);
}
Real tanOf(const Real& x) {
  return x.apply(mpfr_tan);
}
Real erfOf(const Real& x) {
  return x.apply(mpfr_erf);
}
Real ceilOf(const Real& x) {
  return x.apply(mpfr_rint_ceil);
}
Real floorOf(const Real& x) {
  return x.apply(mpfr_rint_floor);
}
Real roundEvenOf(const Real& x) {
  return x.apply(mpfr_rint_roundeven);
}
Real signOf(const Real& x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}
Real reluOf(const Real& x) {
  return x <= 0 ? Real{0} : x;
}
Real softplusOf(const Real& x) {
  return x > 2000 ? x : log1p(exp(x));
}
Real geluOf(const Real& x) {
  return x / 2 * erfc(-x / sqrt(Real{2}));
}
Real softsignOf(const Real& x) {
  return x / (1 + abs(x));
}
Real hardSwishOf(const Real& x) {
  return x * (x.isNaN() ? x : max(0, min(6, x + 3))) / 6;
}

}  // namespace

TEST_CASE("unary operators are correctly rounded: every float16 input, and 20,000 of float32") {
  const std::map<std::string, Unary> functions{
      {"abs", [](const Real& x) { return abs(x); }},
      {"neg", [](const Real& x) { return -x; }},
      {"identity", [](const Real& x) { return x; }},
      {"ceil", ceilOf},
      {"floor", floorOf},
      {"roundEven", roundEvenOf},
      {"sign", signOf},
      {"reciprocal", [](const Real& x) { return 1 / x; }},
      {"sqrt", [](const Real& x) { return sqrt(x); }},
      {"exp", [](const Real& x) { return exp(x); }},
      {"log", [](const Real& x) { return log(x); }},
      {"sin", sinOf},
      {"cos", cosOf},
      {"tan", tanOf},
      {"erf", erfOf},
      {"tanh", [](const Real& x) { return tanh(x); }},
      {"relu", reluOf},
      {"sigmoid", [](const Real& x) { return 1 / (1 + exp(-x)); }},
      {"softplus", softplusOf},
      {"softsign", softsignOf},
      {"gelu", geluOf},
      {"hardSwish", hardSwishOf},
  };
  for (const auto& [op, function] : functions) judgeUnary(op, function);
}

TEST_CASE("activations with parameters are correctly rounded, the parameters cast to the operand's type first") {
  std::mt19937_64 random{7};
  for (int round = 0; round < 12; ++round) {
    const double first = round == 0   ? 0.2
                         : round == 1 ? 0
                         : round == 2 ? -1
                                      : moderate(DataType::float32, 4, random) * 1.1;
    const double second = round == 0 ? 0.5 : round == 1 ? 1e-30 : moderate(DataType::float32, 4, random) * 1.1;
    const ArgumentRecord alpha{{"alpha", numberArgument(first)}};
    const ArgumentRecord both{{"alpha", numberArgument(first)}, {"beta", numberArgument(second)}};
    for (const DataType type : floats) {
      const Real a = roundedTo(type, first), b = roundedTo(type, second);
      const auto judgeOne = [&](const std::string& op, const Unary& function, const ArgumentRecord& options) {
        const std::vector<std::uint64_t> inputs = floatInputs(type, 6000, random);
        const Tensor input = tensorOf(type, {static_cast<std::uint32_t>(inputs.size())}, inputs);
        // The sign of a zero that comes from alpha = 0 is left open.
        judge(op, run(op, {input}, options), expectedOf(input, function), "alpha " + std::to_string(first), 0, false);
      };
      judgeOne(
          "elu", [&](const Real& x) { return x > 0 ? x : a * expm1(x); }, alpha);
      judgeOne(
          "leakyRelu", [&](const Real& x) { return x < 0 ? a * x : x; }, alpha);
      judgeOne(
          "linear", [&](const Real& x) { return a * x + b; }, both);
      judgeOne(
          "hardSigmoid",
          [&](const Real& x) {
            const Real linear = a * x + b;
            return linear.isNaN() ? linear : max(0, min(1, linear));
          },
          both);
    }
  }
}

TEST_CASE("binary operators are correctly rounded: 40,000 pairs of each float type") {
  const auto larger = [](const Real& a, const Real& b) {
    if (a.isNaN() || b.isNaN()) return Real{std::nan("")};
    return a < b || (!(b < a) && mpfr_signbit(a.get())) ? b : a;
  };
  const auto smaller = [](const Real& a, const Real& b) {
    if (a.isNaN() || b.isNaN()) return Real{std::nan("")};
    return b < a || (!(a < b) && mpfr_signbit(b.get())) ? b : a;
  };
  const std::map<std::string, Binary> functions{
      {"add", [](const Real& a, const Real& b) { return a + b; }},
      {"sub", [](const Real& a, const Real& b) { return a - b; }},
      {"mul", [](const Real& a, const Real& b) { return a * b; }},
      {"div", [](const Real& a, const Real& b) { return a / b; }},
      {"max", larger},
      {"min", smaller},
      {"pow", [](const Real& a, const Real& b) { return pow(a, b); }},
      {"prelu", [](const Real& x, const Real& slope) { return x < 0 ? slope * x : x; }},
  };
  for (const auto& [op, function] : functions) {
    std::mt19937_64 random{std::hash<std::string>{}(op)};
    for (const DataType type : floats) {
      const std::vector<std::uint64_t> pool = floatInputs(type, inputCount, random);
      std::vector<std::uint64_t> a, b;
      for (int i = 0; i < 30000; ++i) {
        a.push_back(pool[random() % pool.size()]);
        b.push_back(pool[random() % pool.size()]);
      }
      const std::vector<double> small{0., 1., 2., 3., 0.5, 1.5, 4., 10., 0.25};
      for (int i = 0; i < 10000; ++i) {  // Sizes at which pow() stays in range, and exponents that make it exact.
        const double exponent = small[random() % small.size()] * (random() % 3 ? 1 : -1);
        a.push_back(tensorOfReals(type, {}, {moderate(type, 4, random)}).patterns()[0]);
        b.push_back(tensorOfReals(type, {}, {random() % 2 ? exponent : moderate(type, 5, random)}).patterns()[0]);
      }
      const Shape shape{static_cast<std::uint32_t>(a.size())};
      const Tensor left = tensorOf(type, shape, a), right = tensorOf(type, shape, b);
      const std::vector<double> x = left.reals(), y = right.reals();
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < x.size(); ++i)
        expected.push_back(roundedBits(type, function(Real{x[i]}, Real{y[i]})));
      judge(op, run(op, {left, right}), expected, "");
    }
  }
}
