// What the three normalisations share:  output = scale * (x - mean) / sqrt(variance + epsilon) + bias
#pragma once

#include <functional>
#include <vector>

#include "model/kernels/BigReal.hpp"
#include "model/kernels/Operator.hpp"

namespace conform {

/// A number, and a bound on how far it is from the exact one.
struct Approximation {
  double value = 0, error = 0;
};

/// One element: in double where the bound on the error does not matter, else by `wide()`, the same in 640 bits. The
/// real-number result rounded once. Without a scale it is 1, without a bias -0 (x + -0 is x, for every x).
double normalized(DataType type, Approximation deviation, Approximation root, double scale, double bias,
                  const std::function<BigReal()>& wide);

/// For each element of a tensor of this shape: the position of its scale and bias, given how far apart those are along
/// each dimension.
std::vector<std::size_t> affinePositions(const Shape& shape, std::span<const std::size_t> strides);

/// Scale or bias as doubles, or `otherwise` once where it was not given.
std::vector<double> affineValues(const Tensor* tensor, double otherwise);

/// Mean and variance of the elements that the reduction over `axes` brings together; for instance and layer.
Tensor normalizedOverAxes(const ComputeCall& call, std::span<const std::uint32_t> axes,
                          std::span<const std::size_t> affineStrides);

/// The option `epsilon`, cast to the input's data type.
double epsilonOf(const ComputeCall& call);

}  // namespace conform
