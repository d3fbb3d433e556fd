// What an implementation says of itself by MLContext.opSupportLimits() (#dom-mlcontext-opsupportlimits): an operator, a
// data type or a rank that it does not have is `unsupported`, not wrong.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/vocabulary/OperandDescriptor.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

class OpSupportLimits {
 public:
  OpSupportLimits() = default;  ///< Nothing is known, so nothing is lacking.
  /// Of the JSON text of the dictionary. What is not understood in it is left out.
  explicit OpSupportLimits(std::string_view json);

  /// The first thing that the scenario's graphs need, that the draft allows, and that is not there.
  std::optional<std::string> whatIsLacking(const Scenario& scenario) const;

 private:
  struct Limits {
    std::vector<std::string> dataTypes;
    std::size_t minRank = 0, maxRank = maxTensorRank;
  };
  using Operands = std::map<std::string, Limits>;
  using Descriptors = std::map<std::string, OperandDescriptor>;

  std::optional<std::string> lackingFor(const Op& step, Descriptors& known) const;
  std::optional<std::string> excluded(const Operands& limits, const std::string& op, const std::string& operand,
                                      const OperandDescriptor& descriptor) const;

  std::map<std::string, Operands> operators_;
};

}  // namespace conform
