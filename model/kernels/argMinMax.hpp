// What argMin and argMax share.
#pragma once

#include <cmath>
#include <type_traits>

#include "model/kernels/reduction.hpp"

namespace conform {

Checked checkArgMinMax(const CheckCall& call);
std::vector<Parameter> argMinMaxOptions();
std::vector<OperandLimits> argMinMaxLimits();

/// The first index whose value no other is better than; a NaN is better than all numbers (docs/kernels.md).
template <class Value, class Better>
std::uint64_t firstBest(std::span<const Value> values, Better isBetter) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if constexpr (std::is_floating_point_v<Value>) {
      if (std::isnan(values[i])) return i;
    }
    if (isBetter(values[i], values[best])) best = i;
  }
  return best;
}

template <class Better>
std::vector<Tensor> computeArgMinMax(const ComputeCall& call, Better isBetter) {
  const Tensor& input = call.operand("input");
  const std::uint32_t axes[] = {static_cast<std::uint32_t>(call.arguments.integer("axis"))};
  const Groups together = groups(input.shape(), axes);
  Tensor output{call.output()};
  const auto store = [&](const auto& values) {
    using Value = typename std::decay_t<decltype(values)>::value_type;
    output.store(reduced<std::uint64_t>(values, together,
                                        [&](std::span<const Value> group) { return firstBest(group, isBetter); }));
  };
  if (isFloat(input.dataType())) {
    store(input.reals());
  } else if (isSigned(input.dataType())) {
    store(input.integers());
  } else {
    store(input.words());
  }
  return {std::move(output)};
}

}  // namespace conform
