// output = the greatest of the elements in the window; the padding is not one of them.
#include <algorithm>
#include <cmath>

#include "model/kernels/pooling.hpp"

namespace conform {
namespace {

/// NaN wins, and -0 is less than 0; a window with nothing but padding is 0, as the web-platform-tests have it
/// (docs/kernels.md: left open by the draft).
double greatestOf(std::span<const double> window) {
  if (window.empty()) return 0;
  double greatest = window[0];
  for (const double value : window) {
    if (std::isnan(value)) return value;
    if (value > greatest || (value == greatest && !std::signbit(value))) greatest = value;
  }
  return greatest;
}

/// The same for integers.
template <class Integer>
Tensor pooledIntegers(const ComputeCall& call, const std::vector<Integer>& input) {
  std::vector<Integer> results;
  forEachWindow(call, [&](std::span<const std::size_t> positions) {
    Integer greatest = positions.empty() ? 0 : input[positions[0]];
    for (const std::size_t position : positions) greatest = std::max(greatest, input[position]);
    results.push_back(greatest);
  });
  Tensor output{call.output()};
  output.store(results);
  return output;
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  if (isFloat(input.dataType())) return {pooled(call, greatestOf)};
  if (isSigned(input.dataType())) return {pooledIntegers(call, input.integers())};
  return {pooledIntegers(call, input.words())};
}

}  // namespace

extern const Operator maxPool2dOperator{
    .name = "maxPool2d",
    .anchor = "dom-mlgraphbuilder-maxpool2d",
    .parameters = {{"input"}},
    .options = poolOptions(),
    .limits = poolLimits(anyType),
    .check = checkPool2d,
    .compute = compute,
};

}  // namespace conform
