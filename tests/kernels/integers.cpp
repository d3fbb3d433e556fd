// The element-wise operators on integers, comparisons, cast, clamp and where: against 128-bit arithmetic and MPFR.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <map>

#include "model/vocabulary/Number.hpp"
#include "tests/kernels/judge.hpp"

using namespace conform;

namespace {

using enum DataType;
constexpr DataType integerTypes[] = {int8, uint8, int32, uint32, int64, uint64, int4, uint4};
constexpr DataType allTypes[] = {float32, float16, int8, uint8, int32, uint32, int64, uint64, int4, uint4};
constexpr std::uint32_t count = 10000;

Int128 numberOf(const Tensor& tensor, std::size_t i) {
  const std::uint64_t word = tensor.word(i);
  return isSigned(tensor.dataType()) ? Int128{static_cast<std::int64_t>(word)} : Int128{word};
}

std::uint64_t wrapped(DataType type, Int128 value) {
  const Int128 modulus = Int128{1} << bitsOf(type);
  return static_cast<std::uint64_t>(((value % modulus) + modulus) % modulus);
}

Tensor integers(DataType type, std::mt19937_64& random) {
  std::vector<std::uint64_t> patterns(count);
  for (std::uint64_t& pattern : patterns) pattern = integerInput(type, random);
  return tensorOf(type, {count}, patterns);
}

/// Floats of any kind: NaN and infinities too.
Tensor floats(DataType type, std::mt19937_64& random) {
  const std::vector<std::uint64_t> pool = floatInputs(type, count, random);
  std::vector<std::uint64_t> patterns(count);
  for (std::uint64_t& pattern : patterns) pattern = pool[random() % pool.size()];
  return tensorOf(type, {count}, patterns);
}

Tensor anything(DataType type, std::mt19937_64& random) {
  return isFloat(type) ? floats(type, random) : integers(type, random);
}

Int128 power(Int128 base, Int128 exponent, DataType type) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
  Int128 result = 1;
  const Int128 modulus = Int128{1} << bitsOf(type);
  base = (base % modulus + modulus) % modulus;
  // Base and result are below 2^64: their product may take 128 bits without a sign.
  __extension__ typedef unsigned __int128 Wide;
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 != 0)
      result = static_cast<Int128>(static_cast<Wide>(result) * static_cast<Wide>(base) % static_cast<Wide>(modulus));
    base = static_cast<Int128>(static_cast<Wide>(base) * static_cast<Wide>(base) % static_cast<Wide>(modulus));
  }
  return result;
}

}  // namespace

TEST_CASE("binary operators on integers are exact and wrap") {
  const std::map<std::string, std::function<Int128(Int128, Int128, DataType)>> functions{
      {"add", [](Int128 a, Int128 b, DataType) { return a + b; }},
      {"sub", [](Int128 a, Int128 b, DataType) { return a - b; }},
      {"mul",
       [](Int128 a, Int128 b, DataType) {
         __extension__ typedef unsigned __int128 Wide;  // uint64 times uint64 may not fit with a sign; its low bits do.
         return static_cast<Int128>(static_cast<Wide>(a) * static_cast<Wide>(b));
       }},
      {"div", [](Int128 a, Int128 b, DataType) { return b == 0 ? 0 : a / b; }},
      {"max", [](Int128 a, Int128 b, DataType) { return a > b ? a : b; }},
      {"min", [](Int128 a, Int128 b, DataType) { return a < b ? a : b; }},
      {"pow", power},
  };
  std::mt19937_64 random{17};
  for (const auto& [op, function] : functions) {
    for (const DataType type : integerTypes) {
      const Tensor a = integers(type, random), b = integers(type, random);
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < count; ++i)
        expected.push_back(wrapped(type, function(numberOf(a, i), numberOf(b, i), type)));
      judge(op, run(op, {a, b}), expected, "");
    }
  }
}

TEST_CASE("unary operators and prelu on integers are exact and wrap") {
  const std::map<std::string, std::function<Int128(Int128)>> functions{
      {"abs", [](Int128 x) { return x < 0 ? -x : x; }},
      {"neg", [](Int128 x) { return -x; }},
      {"sign", [](Int128 x) { return Int128{x > 0} - Int128{x < 0}; }},
      {"relu", [](Int128 x) { return x < 0 ? 0 : x; }},
  };
  std::mt19937_64 random{19};
  for (const DataType type : {int8, int32, int64}) {
    for (const auto& [op, function] : functions) {
      const Tensor input = integers(type, random);
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < count; ++i) expected.push_back(wrapped(type, function(numberOf(input, i))));
      judge(op, run(op, {input}), expected, "");
    }
    const Tensor input = integers(type, random), slope = integers(type, random);
    std::vector<std::uint64_t> expected;
    for (std::size_t i = 0; i < count; ++i) {
      const Int128 x = numberOf(input, i);
      expected.push_back(wrapped(type, x < 0 ? x * numberOf(slope, i) : x));
    }
    judge("prelu", run("prelu", {input, slope}), expected, "");
  }
}

TEST_CASE("comparisons give 0 or 1, exactly for 64-bit integers, and as IEEE for NaN") {
  const std::map<std::string, std::function<bool(int)>> functions{
      // Of the order: -1, 0, 1, or 2 where there is none (NaN).
      {"equal", [](int order) { return order == 0; }},   {"notEqual", [](int order) { return order != 0; }},
      {"greater", [](int order) { return order == 1; }}, {"greaterOrEqual", [](int o) { return o == 0 || o == 1; }},
      {"lesser", [](int order) { return order == -1; }}, {"lesserOrEqual", [](int o) { return o == 0 || o == -1; }},
  };
  std::mt19937_64 random{23};
  for (const DataType type : allTypes) {
    const Tensor a = anything(type, random);
    Tensor b = anything(type, random);
    std::vector<std::uint64_t> patterns = b.patterns();
    const std::vector<std::uint64_t> same = a.patterns();
    for (std::size_t i = 0; i < count; i += 3) patterns[i] = same[i];
    b = tensorOf(type, {count}, patterns);
    const std::vector<double> x = a.reals(), y = b.reals();
    for (const auto& [op, holds] : functions) {
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < count; ++i) {
        int order = 0;
        if (isFloat(type)) {
          order = std::isnan(x[i]) || std::isnan(y[i]) ? 2 : x[i] < y[i] ? -1 : x[i] > y[i] ? 1 : 0;
        } else {
          const Int128 m = numberOf(a, i), n = numberOf(b, i);
          order = m < n ? -1 : m > n ? 1 : 0;
        }
        expected.push_back(holds(order) ? 1 : 0);
      }
      judge(op, run(op, {a, b}), expected, std::string(nameOf(type)));
    }
  }
}

TEST_CASE("logical operators take any value but 0 as true; isNaN and isInfinite see the value") {
  std::mt19937_64 random{29};
  const Tensor a = integers(uint8, random), b = integers(uint8, random);
  std::vector<std::uint64_t> both, either, one, none;
  for (std::size_t i = 0; i < count; ++i) {
    const bool x = a.word(i) != 0, y = b.word(i) != 0;
    both.push_back(x && y), either.push_back(x || y), one.push_back(x != y), none.push_back(!x);
  }
  judge("logicalAnd", run("logicalAnd", {a, b}), both, "");
  judge("logicalOr", run("logicalOr", {a, b}), either, "");
  judge("logicalXor", run("logicalXor", {a, b}), one, "");
  judge("logicalNot", run("logicalNot", {a}), none, "");
  for (const DataType type : {float32, float16}) {
    const std::vector<std::uint64_t> inputs = floatInputs(type, count, random);
    const Tensor input = tensorOf(type, {static_cast<std::uint32_t>(inputs.size())}, inputs);
    std::vector<std::uint64_t> isNaN, isInfinite;
    const std::uint64_t sign = type == float16 ? 0x8000 : 0x80000000, infinity = type == float16 ? 0x7c00 : 0x7f800000;
    for (const std::uint64_t bits : inputs) {
      isNaN.push_back((bits & ~sign) > infinity);
      isInfinite.push_back((bits & ~sign) == infinity);
    }
    judge("isNaN", run("isNaN", {input}), isNaN, "");
    judge("isInfinite", run("isInfinite", {input}), isInfinite, "");
  }
}

TEST_CASE("cast: nearest for floats, truncated and clamped to integers, low bits between integers") {
  std::mt19937_64 random{31};
  for (const DataType from : allTypes) {
    for (const DataType to : allTypes) {
      const Tensor input = anything(from, random);
      const std::vector<double> reals = input.reals();
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < count; ++i) {
        if (isFloat(from) && isFloat(to)) {
          expected.push_back(roundedBits(to, Real{reals[i]}));
        } else if (isFloat(from)) {
          // Far out of range all the same; 2^100 is exact in 128 bits.
          const double whole = std::isnan(reals[i]) ? 0 : std::trunc(std::fmax(std::fmin(reals[i], 0x1p100), -0x1p100));
          const int bits = static_cast<int>(bitsOf(to));
          const Int128 lowest = isSigned(to) ? -(Int128{1} << (bits - 1)) : Int128{0};
          const Int128 highest = (Int128{1} << (isSigned(to) ? bits - 1 : bits)) - 1;
          expected.push_back(wrapped(to, std::min(std::max(static_cast<Int128>(whole), lowest), highest)));
        } else if (isFloat(to)) {
          const Int128 value = numberOf(input, i);
          const Int128 high = value / (Int128{1} << 32), low = value % (Int128{1} << 32);
          expected.push_back(roundedBits(to, Real{static_cast<double>(high)} * 0x1p32 + static_cast<double>(low)));
        } else {
          expected.push_back(wrapped(to, numberOf(input, i)));
        }
      }
      const Tensor actual = run("cast", {input}, {operandArgument(0), Argument{std::string(nameOf(to))}})[0];
      judge("cast", actual, expected, "from " + std::string(nameOf(from)));
    }
  }
}

TEST_CASE("clamp compares with bounds that were cast to the operand's type") {
  std::mt19937_64 random{37};
  for (const DataType type : allTypes) {
    for (int round = 0; round < 10; ++round) {
      const Tensor input = anything(type, random), bounds = anything(type, random);
      std::size_t low = 0, high = 1;
      const auto isAbove = [&](const Tensor& a, std::size_t i, const Tensor& b, std::size_t j) {
        return isFloat(type) ? a.real(i) > b.real(j) : numberOf(a, i) > numberOf(b, j);
      };
      if (isAbove(bounds, low, bounds, high)) std::swap(low, high);
      const auto bound = [&](std::size_t i) {
        return Argument{isFloat(type) ? Number::ofReal(bounds.real(i)) : Number::ofInteger(numberOf(bounds, i))};
      };
      ArgumentRecord options;
      const bool hasLow = round != 1, hasHigh = round != 2;
      if (hasLow) options.emplace_back("minValue", bound(low));
      if (hasHigh) options.emplace_back("maxValue", bound(high));
      std::vector<std::uint64_t> expected = input.patterns();
      const std::vector<std::uint64_t> ends = bounds.patterns();
      for (std::size_t i = 0; i < count; ++i) {
        if (hasHigh && isAbove(input, i, bounds, high))
          expected[i] = ends[high];
        else if (hasLow && isAbove(bounds, low, input, i))
          expected[i] = ends[low];
      }
      judge("clamp", run("clamp", {input}, options), expected, "", 0, false);
    }
  }
}

TEST_CASE("where selects bits, of three shapes that are broadcast") {
  std::mt19937_64 random{41};
  for (const DataType type : allTypes) {
    const std::uint32_t rows = 100, columns = 120;
    std::vector<std::uint64_t> condition(columns), yes(rows), no(rows * columns), expected;
    for (auto& value : condition) value = random() % 3 == 0 ? random() % 256 : random() % 2;
    const Tensor source = anything(type, random);
    const std::vector<std::uint64_t> pool = source.patterns();
    for (auto& value : yes) value = pool[random() % count];
    for (auto& value : no) value = pool[random() % count];
    for (std::size_t i = 0; i < rows * columns; ++i)
      expected.push_back(condition[i % columns] != 0 ? yes[i / columns] : no[i]);
    const Tensor actual = run("where", {tensorOf(uint8, {columns}, condition), tensorOf(type, {rows, 1}, yes),
                                        tensorOf(type, {1, rows, columns}, no)});
    judge("where", actual, expected, "");
  }
}
