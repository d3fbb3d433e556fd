// The wide arithmetic of the last try, and pairs of doubles, against MPFR.
#include <doctest/doctest.h>

#include <cmath>

#include "model/kernels/BigReal.hpp"
#include "model/kernels/DoubleDouble.hpp"
#include "tests/kernels/judge.hpp"

using namespace conform;

namespace {

constexpr int rounds = 2000;

/// All digits of it, 52 at a time.
Real toReal(BigReal value) {
  Real sum;
  for (int i = 0; i < 13 && std::fabs(value.approximation()) > 0x1p-900; ++i) {
    const double part = value.toDouble();
    sum += Real{part};
    value = value - BigReal{part};
  }
  return sum;
}

bool isNear(const Real& a, const Real& b, double relative) {
  return abs(a - b) <= abs(b) * relative || abs(b) <= Real{0x1p-600};
}

double anyDouble(int spread, std::mt19937_64& random) {
  return moderate(DataType::float32, spread, random) * (1 + static_cast<double>(random() % (1u << 28)) * 0x1p-52);
}

}  // namespace

TEST_CASE("BigReal adds, multiplies, divides and takes roots to more than 600 bits") {
  std::mt19937_64 random{401};
  for (int round = 0; round < rounds; ++round) {
    const double x = anyDouble(60, random), y = anyDouble(60, random), z = anyDouble(60, random);
    const BigReal a = BigReal{x} * x + y, b = BigReal{y} * z - x;
    const Real realA = Real{x} * x + y, realB = Real{y} * z - x;
    CHECK(isNear(toReal(a), realA, 0x1p-600));
    CHECK(isNear(toReal(b), realB, 0x1p-600));
    CHECK(isNear(toReal(a * b), realA * realB, 0x1p-600));
    CHECK(isNear(toReal(a / b), realA / realB, 0x1p-600));
    CHECK(isNear(toReal(a - a / b), realA - realA / realB, 0x1p-500));
    CHECK(isNear(toReal(sqrt(BigReal{std::fabs(x)} / y / y)), sqrt(Real{std::fabs(x)} / y / y), 0x1p-600));
    CHECK((a <= b) == (realA <= realB));
    CHECK(toReal(a - a) <= Real{0});
  }
}

TEST_CASE("exp and tanh of BigReal are good to 500 bits, near 0 to 250") {
  std::mt19937_64 random{402};
  for (int round = 0; round < rounds / 4; ++round) {
    const double x = anyDouble(6, random), y = anyDouble(60, random);
    CHECK(isNear(toReal(exp(BigReal{x})), exp(Real{x}), 0x1p-500));
    CHECK(isNear(toReal(tanh(BigReal{x})), tanh(Real{x}), 0x1p-500));
    CHECK(isNear(toReal(tanh(BigReal{y})), tanh(Real{y}), 0x1p-250));
  }
}

TEST_CASE("what only an error of 2^-467 keeps from being a double is that double; all else is rounded to odd") {
  const BigReal third = BigReal{1} / 3;
  CHECK((third * 3).toDouble() == 1);
  CHECK((third * 3 - 2).toDouble() == -1);
  // Between two doubles: the odd one.
  CHECK((BigReal{1} + 0x1p-300).toDouble() == 1 + 0x1p-52);
  CHECK((BigReal{1 + 0x1p-52} + 0x1p-300).toDouble() == 1 + 0x1p-52);
  CHECK((BigReal{1 + 0x1p-51} - 0x1p-300).toDouble() == 1 + 0x1p-52);
  CHECK((-BigReal{1} - 0x1p-300).toDouble() == -1 - 0x1p-52);
}

TEST_CASE("pairs of doubles err by less than 2^-103") {
  std::mt19937_64 random{403};
  const auto pair = [&](int spread) {
    return DoubleDouble::ofSum(anyDouble(spread, random), anyDouble(3, random) * 0x1p-120);
  };
  const auto toReal = [](const DoubleDouble& value) { return Real{value.high} + Real{value.low}; };
  for (int round = 0; round < rounds; ++round) {
    const DoubleDouble a = pair(40), b = random() % 3 ? pair(40) : -a + DoubleDouble{anyDouble(20, random)};
    CHECK(isNear(toReal(a * b), toReal(a) * toReal(b), 0x1p-103));
    CHECK(isNear(toReal(a + b), toReal(a) + toReal(b), 0x1p-103));
  }
}
