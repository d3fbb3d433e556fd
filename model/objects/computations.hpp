// What a dispatch computed, taken out of its scenario: so that it can be computed again, operator by operator.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/objects/evaluate.hpp"

namespace conform {

/// A graph, and the contents that it was applied to.
struct Computation {
  struct Operand {
    Name name;
    OperandDescriptor descriptor;
    OperandInfo::Kind kind = OperandInfo::Kind::Input;
    std::string inputName;
    std::vector<std::uint8_t> bytes;  ///< Of an input or a constant.
  };
  struct Operation {
    const OperationInfo* what = nullptr;
    std::vector<std::size_t> operands;
    std::vector<std::size_t> results;  ///< `none` for one that has no name and no use.
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Name context;
  std::vector<Operand> operands;
  std::vector<Operation> operations;  ///< Each behind those whose results it uses.
  std::vector<std::size_t> outputs;   ///< Operands.
};

/// The dispatches that went into the contents, those that others use first. What they refer to is the program's.
std::vector<Computation> computationsOf(const Program& program, Evaluator& evaluator, Term term);

}  // namespace conform
