// What WebIDL does with the arguments of an operator's method before the method's own steps run.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "model/kernels/Operator.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

struct ConvertedArguments {
  Arguments arguments;
  /// What was passed where an MLOperand belongs, in the order of the operator's list of operands. Whether the name is
  /// bound to an MLOperand the caller must find out (if not: TypeError).
  std::vector<Reference> operands;
};

struct ConversionOptions {
  bool extendedTypes = false;  ///< int4 and uint4 are values of MLOperandDataType.
};

/// Everything WebIDL: missing arguments, [EnforceRange], enumerations, sequences, MLNumber, defaults; members of the
/// options that the dictionary does not have are ignored. The only error is a TypeError.
std::variant<ConvertedArguments, Error> convertArguments(const Operator& op, const ArgumentList& arguments,
                                                         const std::optional<ArgumentRecord>& options,
                                                         ConversionOptions conversion = {});

}  // namespace conform
