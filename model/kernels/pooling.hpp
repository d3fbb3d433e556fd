// What the three pools share.
#pragma once

#include <functional>

#include "model/kernels/Operator.hpp"

namespace conform {

/// *create a pooling operation*; the table of limits has the allowed data types.
Checked checkPool2d(const CheckCall& call);

/// The members of MLPool2dOptions.
std::vector<Parameter> poolOptions();
std::vector<OperandLimits> poolLimits(DataTypes types);

/// For each element of the output, in order: the positions of the elements of the input in its window, the padding left
/// out. There may be none.
void forEachWindow(const ComputeCall& call, const std::function<void(std::span<const std::size_t>)>& use);

/// A pool of a float tensor: output = formula(the elements in the window).
Tensor pooled(const ComputeCall& call, const std::function<double(std::span<const double>)>& formula);

}  // namespace conform
