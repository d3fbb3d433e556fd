// The bound for any order of summation: plain float32 arithmetic keeps within it, and it is not far too wide.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "model/kernels/convertArguments.hpp"
#include "model/kernels/errorBounds.hpp"
#include "tests/kernels/judge.hpp"

using namespace conform;

namespace {

std::optional<std::vector<double>> boundOf(const std::string& name, const std::vector<Tensor>& operands,
                                           const ArgumentRecord& options = {}) {
  const Operator& op = *operatorNamed(name);
  ArgumentList list;
  for (std::size_t i = 0; i < operands.size(); ++i) list.push_back(operandArgument(i));
  const auto converted = std::get<ConvertedArguments>(convertArguments(op, list, options));
  std::vector<const Tensor*> values;
  std::vector<Operand> descriptors;
  for (const Reference& reference : converted.operands) {
    values.push_back(&operands.at(std::stoul(reference.name)));
    descriptors.push_back({values.back()->descriptor()});
  }
  const auto outputs = std::get<std::vector<OperandDescriptor>>(
      checkOperator({.op = op, .arguments = converted.arguments, .operands = descriptors}));
  return anyOrderBound({op, converted.arguments, values, outputs}, 0x1p-24);
}

}  // namespace

TEST_CASE("float32 sums in any order keep within the bound, and come near it by a factor of 1000 at most") {
  std::mt19937_64 random{61};
  double nearest = 0;
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t count = 1 + static_cast<std::uint32_t>(random() % 200);
    std::vector<double> a(count), b(count);
    for (std::uint32_t i = 0; i < count; ++i)
      a[i] = moderate(DataType::float32, 6, random), b[i] = moderate(DataType::float32, 6, random);
    const Tensor row = tensorOfReals(DataType::float32, {1, count}, a);
    const Tensor column = tensorOfReals(DataType::float32, {count, 1}, b);
    const double exact = run("matmul", {row, column}).real(0), bound = boundOf("matmul", {row, column})->at(0);
    const double exactSum = run("reduceSum", {row}).real(0), sumBound = boundOf("reduceSum", {row})->at(0);
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
    for (int shuffle = 0; shuffle < 10; ++shuffle) {
      std::shuffle(order.begin(), order.end(), random);
      float dot = 0, sum = 0;
      for (const std::uint32_t i : order) {
        dot += static_cast<float>(a[i]) * static_cast<float>(b[i]);
        sum += static_cast<float>(a[i]);
      }
      CHECK(std::fabs(dot - exact) <= bound);
      CHECK(std::fabs(sum - exactSum) <= sumBound);
      nearest = std::max(nearest, std::fabs(sum - exactSum) / sumBound);
    }
  }
  CHECK(nearest > 1e-3);
}

TEST_CASE("there is no such bound where an operator is no plain sum, or where it would be infinite") {
  const Tensor floats = tensorOfReals(DataType::float32, {2}, {1, 2});
  CHECK_FALSE(boundOf("reduceProduct", {floats}));
  CHECK_FALSE(boundOf("exp", {floats}));
  CHECK_FALSE(boundOf("reduceSum", {tensorOf(DataType::int32, {2}, {1, 2})}));
  CHECK_FALSE(boundOf("reduceSum", {tensorOfReals(DataType::float32, {2}, {HUGE_VAL, 1})}));
}

TEST_CASE("the bound of gemm takes the magnitudes of alpha and beta") {
  const Tensor one = tensorOfReals(DataType::float32, {1, 1}, {1});
  const ArgumentRecord options{{"c", operandArgument(2)}, {"alpha", numberArgument(-3)}, {"beta", numberArgument(2)}};
  const Operator& op = *operatorNamed("gemm");
  const auto converted =
      std::get<ConvertedArguments>(convertArguments(op, {operandArgument(0), operandArgument(1)}, options));
  const std::vector<const Tensor*> values{&one, &one, &one};
  const std::vector<OperandDescriptor> outputs{{DataType::float32, {1, 1}}};
  const double bound = anyOrderBound({op, converted.arguments, values, outputs}, 0x1p-24)->at(0);
  CHECK(bound > 5 * 0x1p-24);  // |-3| + |2|, not |-3 + 2|.
  CHECK(bound < 5 * 0x1p-20);
}
