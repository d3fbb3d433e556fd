// The parts that all kernels stand on: float16, exact sums, index spaces, casting a number.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/castNumber.hpp"
#include "model/kernels/float16.hpp"
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/rounding.hpp"
#include "tests/kernels/judge.hpp"

using namespace conform;

TEST_CASE("every float16 number survives the way to double and back, and halves go to even") {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const double value = realOf(half);
    if (std::isnan(value)) continue;
    CHECK(float16Of(value) == half);
    if ((half & 0x7fff) >= 0x7bff) continue;
    const double next = realOf(static_cast<std::uint16_t>(half + 1));
    const auto even = static_cast<std::uint16_t>(half + (half & 1));
    const double middle = (value + next) / 2;
    CHECK(float16Of(middle) == even);
    CHECK(float16Of(std::nextafter(middle, value)) == half);
    CHECK(float16Of(std::nextafter(middle, next)) == half + 1);
  }
  CHECK(float16Of(65519.99) == 0x7bff);
  CHECK(float16Of(65520) == 0x7c00);
  CHECK(float16Of(-1e300) == 0xfc00);
  CHECK(float16Of(0x1p-25) == 0);
  CHECK(float16Of(std::nextafter(0x1p-25, 1)) == 1);
  CHECK(float16Of(-0.0) == 0x8000);
}

TEST_CASE("a store rounds once: a double near to a tie of float16 does not go by way of float32") {
  const double justAbove = 1 + 0x1p-11 + 0x1p-40;  // As float32 it would be the tie itself, and go down.
  const Tensor tensor = tensorOfReals(DataType::float16, {1}, {justAbove});
  CHECK(tensor.real(0) == 1 + 0x1p-10);
}

TEST_CASE("an exact sum does not depend on order, size or cancellation") {
  std::mt19937_64 random{43};
  for (int round = 0; round < 2000; ++round) {
    const std::size_t count = 1 + random() % 40;
    ExactSum forwards, backwards;
    Real judgeSum;
    std::vector<double> values(count);
    for (double& value : values) value = moderate(DataType::float32, round % 2 ? 100 : 5, random);
    if (round % 3 == 0 && count > 1) values[count - 1] = -values[0];
    for (const double value : values) forwards.add(value), judgeSum += Real{value};
    for (std::size_t i = count; i-- > 0;) backwards.add(values[i]);
    CHECK(std::bit_cast<std::uint64_t>(forwards.toDouble()) == std::bit_cast<std::uint64_t>(backwards.toDouble()));
    for (const DataType type : {DataType::float32, DataType::float16}) {
      const std::uint64_t expected = roundedBits(type, judgeSum);
      CHECK(tensorOfReals(type, {}, {forwards.toDouble()}).patterns()[0] == expected);
      CHECK(tensorOfReals(type, {}, {sumOf(type, values)}).patterns()[0] == expected);
    }
  }
}

TEST_CASE("exact sums know zeros, infinities and NaN") {
  const auto sum = [](std::initializer_list<double> values) {
    ExactSum exact;
    for (const double value : values) exact.add(value);
    return exact.toDouble();
  };
  CHECK(std::signbit(sum({-0.0, -0.0})));
  CHECK_FALSE(std::signbit(sum({-0.0, 0.0})));
  CHECK_FALSE(std::signbit(sum({1, -1})));
  CHECK_FALSE(std::signbit(sum({})));
  CHECK(sum({1e300, HUGE_VAL}) == HUGE_VAL);
  CHECK(std::isnan(sum({HUGE_VAL, -HUGE_VAL})));
  CHECK(std::isnan(sum({std::nan("")})));
  CHECK(sum({0x1p-1074, -0x1p-1074, 0x1p-1074}) == 0x1p-1074);
  CHECK(sum({1e8, 1, -1e8, 1}) == 2);
}

TEST_CASE("dot products are exact even where the terms cancel") {
  std::mt19937_64 random{47};
  for (int round = 0; round < 2000; ++round) {
    const std::size_t count = 1 + random() % 30;
    std::vector<double> a(count), b(count);
    for (std::size_t i = 0; i < count; ++i) {
      a[i] = moderate(DataType::float32, 20, random);
      b[i] = i % 2 == 1 && a[i - 1] != 0 ? roundedTo(DataType::float32, -a[i - 1] * b[i - 1] / a[i])
                                         : moderate(DataType::float32, 20, random);
    }
    Real expected;
    for (std::size_t i = 0; i < count; ++i) expected += Real{a[i]} * Real{b[i]};
    for (const DataType type : {DataType::float32, DataType::float16})
      CHECK(tensorOfReals(type, {}, {dotOf(type, a, b)}).patterns()[0] == roundedBits(type, expected));
  }
}

TEST_CASE("rounding to odd keeps what a second rounding needs") {
  CHECK(sumToOdd(1, 0) == 1);
  CHECK(sumToOdd(1, 0x1p-80) == 1 + 0x1p-52);
  CHECK(sumToOdd(1 + 0x1p-52, -0x1p-80) == 1 + 0x1p-52);
  CHECK(sumToOdd(1, -0x1p-80) == 1 - 0x1p-53);
  CHECK(roundedToOdd(Int128{1} << 100) == 0x1p100);
  CHECK(roundedToOdd((Int128{1} << 100) + 1) == 0x1p100 * (1 + 0x1p-52));
  CHECK(roundedToOdd(-(Int128{1} << 100) - 1) == -0x1p100 * (1 + 0x1p-52));
  CHECK(roundedToOdd(Float128{1} + Float128{0x1p-100}) == 1 + 0x1p-52);
  CHECK(settled(Float128{1} + Float128{0x1p-110}) == 1);
}

TEST_CASE("a number is cast to an operand's type as the draft says") {
  const auto real = [](DataType type, double value) { return castNumber(type, Number::ofReal(value)).real(0); };
  CHECK(real(DataType::int8, 2.5) == 2);
  CHECK(real(DataType::int8, 3.5) == 4);
  CHECK(real(DataType::int8, 300) == 127);
  CHECK(real(DataType::int8, -300) == -128);
  CHECK(real(DataType::uint8, -1) == 0);
  CHECK(real(DataType::uint32, 4294967295.0) == 4294967295.0);  // The draft's "signed" is taken for a slip.
  CHECK(real(DataType::int32, std::nan("")) == 0);
  CHECK(real(DataType::int32, HUGE_VAL) == 2147483647);
  CHECK(real(DataType::float16, 70000) == HUGE_VAL);
  CHECK(real(DataType::float16, 65519.99) == 65504);
  CHECK(real(DataType::float32, 1e39) == HUGE_VAL);
  CHECK(real(DataType::int4, 9) == 7);
  CHECK(std::signbit(real(DataType::float32, -1e-60)));
  const auto word = [](DataType type, Int128 value) { return castNumber(type, Number::ofInteger(value)).word(0); };
  CHECK(word(DataType::int64, 9007199254740993) == 9007199254740993);
  CHECK(word(DataType::uint64, (Int128{1} << 64) - 1) == ~std::uint64_t{0});
  CHECK(word(DataType::uint64, Int128{1} << 70) == ~std::uint64_t{0});
  CHECK(word(DataType::int64, -(Int128{1} << 70)) == std::uint64_t{1} << 63);
  // 2^24 + 1 and a little: as a double of 53 bits the little is lost, and the tie would go down.
  const Int128 value = (Int128{1} << 100) + (Int128{1} << 76) + 1;
  CHECK(castNumber(DataType::float32, Number::ofInteger(value)).real(0) == 0x1p100 * (1 + 0x1p-23));
}

TEST_CASE("index spaces: indices, lanes, groups, broadcasting") {
  const Shape shape{2, 3, 4};
  CHECK(stridesOf(shape) == std::vector<std::size_t>{12, 4, 1});
  std::size_t visited = 0;
  for (Indices at{shape}; at; ++at, ++visited) CHECK(at[0] * 12 + at[1] * 4 + at[2] == at.position());
  CHECK(visited == 24);

  const Shape scalar;
  visited = 0;
  for (Indices at{scalar}; at; ++at) ++visited;
  CHECK(visited == 1);

  const std::vector<Lane> middle = lanes(shape, 1);
  CHECK(middle.size() == 8);
  CHECK(std::vector<std::size_t>{middle[5][0], middle[5][1], middle[5][2]} == std::vector<std::size_t>{13, 17, 21});
  std::vector<std::size_t> walked;
  for (const std::size_t position : middle[5]) walked.push_back(position);
  CHECK(walked == std::vector<std::size_t>{13, 17, 21});

  const std::uint32_t axes[] = {0, 2};
  const Groups together = groups(shape, axes);
  CHECK(together.outer == std::vector<std::size_t>{0, 4, 8});
  CHECK(together.inner == std::vector<std::size_t>{0, 1, 2, 3, 12, 13, 14, 15});

  CHECK(bidirectionallyBroadcast({5, 1}, {1, 6}) == Shape{5, 6});
  CHECK(bidirectionallyBroadcast({}, {2}) == Shape{2});
  CHECK_FALSE(bidirectionallyBroadcast({2}, {3}));
  CHECK(unidirectionallyBroadcast({4}, {5, 4}) == Shape{5, 4});
  CHECK_FALSE(unidirectionallyBroadcast({5, 4}, {4}));
  CHECK_FALSE(unidirectionallyBroadcast({4}, {1}));
  CHECK(isBlockwiseBroadcastable({4, 5}, {16, 10}));
  CHECK_FALSE(isBlockwiseBroadcastable({4, 5}, {9, 3}));
  CHECK(broadcastPositions({2, 1}, {2, 3}) == std::vector<std::size_t>{0, 0, 0, 1, 1, 1});
  CHECK(broadcastPositions({3}, {2, 3}) == std::vector<std::size_t>{0, 1, 2, 0, 1, 2});
  CHECK(blockwisePositions({1, 2}, {2, 4}) == std::vector<std::size_t>{0, 0, 1, 1, 0, 0, 1, 1});
}

TEST_CASE("4-bit elements are packed two in a byte, the first in the low bits") {
  const Tensor tensor = tensorOf(DataType::int4, {3}, {1, 15, 8});
  CHECK(tensor.bytes() == std::vector<std::uint8_t>{0xf1, 0x08});
  CHECK(tensor.reals() == std::vector<double>{1, -1, -8});
  const std::size_t positions[] = {2, 0};
  CHECK(Tensor::picked(tensor, {2}, positions).bytes() == std::vector<std::uint8_t>{0x18});
  CHECK(tensorOf(DataType::uint4, {2}, {15, 8}).reals() == std::vector<double>{15, 8});
}

TEST_CASE("sizes that overflow are refused before anything is allocated") {
  CHECK_FALSE(elementCountOf({4294967295, 4294967295, 4294967295}));
  CHECK_FALSE(checkDimensions({DataType::float32, {65536, 65536}}));
  CHECK_FALSE(checkDimensions({DataType::float32, {536870912}}));
  CHECK(checkDimensions({DataType::float32, {536870911}}));
  CHECK_FALSE(checkDimensions({DataType::int8, {0}}));
  CHECK_FALSE(checkDimensions({DataType::int8, {2147483648}}));
  CHECK(checkDimensions({DataType::int8, {}}));
}
