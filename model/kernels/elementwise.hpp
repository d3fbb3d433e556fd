// What the element-wise families share: their checks, and walking over the elements.
#pragma once

#include <cstring>

#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/quick.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {

/// The methods abs, ceil, ...: *create an element-wise unary operation* of an operand `input`. The table of limits has
/// the allowed data types.
Checked checkUnary(const CheckCall& call);

/// The methods add, sub, ...: *create an element-wise binary operation* of `a` and `b`.
Checked checkBinary(const CheckCall& call);

/// The methods equal, logicalNot, ...: *create an element-wise logical operation* of `a` and, if the method has it,
/// `b`.
Checked checkLogical(const CheckCall& call);

/// The activation functions (relu, sigmoid, ...): the methods have the same steps, each under its own anchor, and one
/// more for each option of type double, which is cast to the operand's type.
Checked checkActivation(const CheckCall& call);

/// A method that hands over to the algorithm of its family: step 1 calls it, 1.1 throws what it threw, 2 returns.
Checked checkByFamily(const CheckCall& call, Checked (*family)(const CheckCall&));

/// The limits of a family whose output is like its input.
std::vector<OperandLimits> unaryLimits(DataTypes types);
std::vector<OperandLimits> binaryLimits(DataTypes types);
/// Those whose output is uint8.
std::vector<OperandLimits> comparisonLimits(DataTypes types);
std::vector<OperandLimits> predicateLimits(DataTypes types);

/// An option of type double, cast to the data type of the operand.
double castOption(const ComputeCall& call, std::string_view name);

/// output = formula(input), for each element of a float tensor.
template <class Formula>
Tensor mapped(const Tensor& input, Formula formula) {
  std::vector<double> values = input.reals();
  for (double& value : values) value = formula(value);
  Tensor output{input.descriptor()};
  output.store(values);
  return output;
}

/// A function of one float: `formula` in double, within `error`; `wide` the same in binary128.
template <class Formula, class Wide>
std::vector<Tensor> computeRounded(const ComputeCall& call, Formula formula, Wide wide, double error = libraryError) {
  const Tensor& input = call.operand("input");
  const DataType type = input.dataType();
  return {mapped(input, [&](double x) {
    return correctlyRounded(
        type, formula(x), [&] { return wide(Float128{x}); }, error);
  })};
}

/// The same; of float32, what `quick` decides is left to it.
template <class Formula, class Wide>
std::vector<Tensor> computeRounded(const ComputeCall& call, QuickFunction quick, Formula formula, Wide wide) {
  const Tensor& input = call.operand("input");
  if (input.dataType() != DataType::float32) return computeRounded(call, formula, wide);
  std::vector<std::uint8_t> bytes(input.bytes().size());
  for (const std::size_t i : quick(input.bytes(), bytes)) {
    const double x = input.real(i);
    const auto y =
        static_cast<float>(correctlyRounded(DataType::float32, formula(x), [&] { return wide(Float128{x}); }));
    std::memcpy(bytes.data() + i * sizeof y, &y, sizeof y);
  }
  return {Tensor{input.descriptor(), bytes}};
}

/// output = formula(input), for each element of an integer tensor, in 64 bits that wrap.
template <class Formula>
Tensor mappedWords(const Tensor& input, Formula formula) {
  std::vector<std::uint64_t> values = input.words();
  for (std::uint64_t& value : values) value = formula(value);
  Tensor output{input.descriptor()};
  output.store(values);
  return output;
}

/// output[i] = formula(a[i], b[i]) with both broadcast to the output's shape.
template <class Result, class Element, class Formula>
std::vector<Result> combined(const std::vector<Element>& a, const Shape& shapeA, const std::vector<Element>& b,
                             const Shape& shapeB, const Shape& output, Formula formula) {
  std::vector<Result> values;
  if (shapeA == output && shapeB == output) {
    values.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) values.push_back(formula(a[i], b[i]));
    return values;
  }
  const std::vector<std::size_t> fromA = broadcastPositions(shapeA, output), fromB = broadcastPositions(shapeB, output);
  values.reserve(fromA.size());
  for (std::size_t i = 0; i < fromA.size(); ++i) values.push_back(formula(a[fromA[i]], b[fromB[i]]));
  return values;
}

/// A binary operator: `real` for float types, `wrapping` for integers (in 64 bits; the low ones are stored).
template <class Real, class Wrapping>
std::vector<Tensor> computeBinary(const ComputeCall& call, Real real, Wrapping wrapping) {
  const Tensor &a = call.operand("a"), &b = call.operand("b");
  Tensor output{call.output()};
  if (isFloat(a.dataType())) {
    output.store(combined<double>(a.reals(), a.shape(), b.reals(), b.shape(), output.shape(), real));
  } else {
    output.store(combined<std::uint64_t>(a.words(), a.shape(), b.words(), b.shape(), output.shape(), wrapping));
  }
  return {std::move(output)};
}

/// A comparison or logical operator: 1 where it holds, else 0. Integers are compared by their sign, as 64 bits.
template <class Holds>
std::vector<Tensor> computeComparison(const ComputeCall& call, Holds holds) {
  const Tensor &a = call.operand("a"), &b = call.operand("b");
  Tensor output{call.output()};
  const auto store = [&](const auto& valuesA, const auto& valuesB) {
    output.store(combined<std::uint64_t>(valuesA, a.shape(), valuesB, b.shape(), output.shape(),
                                         [&](auto x, auto y) -> std::uint64_t { return holds(x, y) ? 1 : 0; }));
  };
  if (isFloat(a.dataType())) {
    store(a.reals(), b.reals());
  } else if (isSigned(a.dataType())) {
    store(a.integers(), b.integers());
  } else {
    store(a.words(), b.words());
  }
  return {std::move(output)};
}

}  // namespace conform
