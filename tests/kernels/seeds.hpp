// One valid call of each operator: where tests that break calls start from.
#pragma once

#include <string>
#include <vector>

#include "model/kernels/Operator.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// Arguments for such calls: operands by their number.
Argument operandArgument(std::size_t index);
Argument numberArgument(double value);
Argument listArgument(const std::vector<std::uint32_t>& values);

struct Seed {
  std::string op;
  std::vector<OperandDescriptor> operands;  ///< A `Reference` named "0", "1", ... stands for one of them.
  ArgumentList arguments;
  ArgumentRecord options;
};

/// For every operator of the table, at least one; small shapes.
std::vector<Seed> seeds();

}  // namespace conform
