// What the ten reductions share.
#pragma once

#include "model/kernels/elementwise.hpp"
#include "model/kernels/indexSpaces.hpp"

namespace conform {

/// *calculate reduction output sizes*; nothing is failure.
std::optional<Shape> reductionOutputSizes(StepRecorder* recorder, const Shape& input,
                                          const std::vector<std::uint32_t>* axes, bool keepDimensions);

/// The methods reduceL1, reduceSum, ...: *create reduction operation*; the table of limits has the allowed data types.
Checked checkReduction(const CheckCall& call);

/// The members of MLReduceOptions.
std::vector<Parameter> reductionOptions();

/// The axes that are reduced: those given, else all.
std::vector<std::uint32_t> reducedAxes(const ComputeCall& call);

/// output = formula(the elements that come together), for each element of the output. Formula gets a span of them, in
/// row-major order.
template <class Result, class Element, class Formula>
std::vector<Result> reduced(const std::vector<Element>& values, const Groups& groups, Formula formula) {
  std::vector<Result> results;
  results.reserve(groups.outer.size());
  std::vector<Element> group(groups.inner.size());
  for (const std::size_t start : groups.outer) {
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = values[start + groups.inner[i]];
    results.push_back(formula(std::span<const Element>(group)));
  }
  return results;
}

/// A reduction: `real` for float types, `wrapping` for integers (in 64 bits; the low ones are stored).
template <class Real, class Wrapping>
std::vector<Tensor> computeReduction(const ComputeCall& call, Real real, Wrapping wrapping) {
  const Tensor& input = call.operand("input");
  const Groups together = groups(input.shape(), reducedAxes(call));
  Tensor output{call.output()};
  if (isFloat(input.dataType())) {
    output.store(reduced<double>(input.reals(), together, real));
  } else {
    output.store(reduced<std::uint64_t>(input.words(), together, wrapping));
  }
  return {std::move(output)};
}

/// One that only float types have.
template <class Real>
std::vector<Tensor> computeReduction(const ComputeCall& call, Real real) {
  const Tensor& input = call.operand("input");
  Tensor output{call.output()};
  output.store(reduced<double>(input.reals(), groups(input.shape(), reducedAxes(call)), real));
  return {std::move(output)};
}

}  // namespace conform
