// What the element-wise families share: their checks, and walking over the elements.
#pragma once

#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {

/// *create an element-wise unary operation*, of an operand `input`; the table of limits has the allowed data types.
Checked checkUnary(const CheckCall& call);

/// The steps of the activation functions (relu, sigmoid, ...): all methods have the same four, each under its own
/// anchor.
Checked checkActivation(const CheckCall& call);

/// *create an element-wise binary operation*, of `a` and `b`.
Checked checkBinary(const CheckCall& call);

/// The limits of a family whose output is like its input.
std::vector<OperandLimits> unaryLimits(DataTypes types);
std::vector<OperandLimits> binaryLimits(DataTypes types);

/// output = formula(input), for each element of a float tensor.
template <class Formula>
Tensor mapped(const Tensor& input, Formula formula) {
  std::vector<double> values = input.reals();
  for (double& value : values) value = formula(value);
  Tensor output{input.descriptor()};
  output.store(values);
  return output;
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

}  // namespace conform
