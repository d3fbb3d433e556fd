// The arguments of an operator's method, as WebIDL has converted them: typed, defaults filled in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/vocabulary/DataType.hpp"
#include "model/vocabulary/Number.hpp"

namespace conform {

/// One converted value that is no operand. Nothing: an option without a default that was not given.
using Setting = std::variant<std::monostate, bool, std::int64_t, double, Number, DataType, std::string,
                             std::vector<std::uint32_t>, std::vector<double>, std::vector<std::string>>;

/// Which operands an argument stands for: `count` of them from `first` on, in the operator's list of operands.
struct OperandSlot {
  std::string_view name;
  std::size_t first = 0, count = 0;
};

/// Names are those of the signature; asking for one that is not there, or with the wrong type, is a bug.
class Arguments {
 public:
  bool has(std::string_view name) const;
  bool boolean(std::string_view name) const { return get<bool>(name); }
  std::int64_t integer(std::string_view name) const { return get<std::int64_t>(name); }
  double real(std::string_view name) const { return get<double>(name); }
  const Number& number(std::string_view name) const { return get<Number>(name); }
  DataType dataType(std::string_view name) const { return get<DataType>(name); }
  const std::string& enumeration(std::string_view name) const { return get<std::string>(name); }
  const std::vector<std::uint32_t>& unsignedLongs(std::string_view name) const {
    return get<std::vector<std::uint32_t>>(name);
  }
  const std::vector<double>& floats(std::string_view name) const { return get<std::vector<double>>(name); }
  const std::vector<std::string>& enumerations(std::string_view name) const {
    return get<std::vector<std::string>>(name);
  }
  /// The value of any kind: for those that can have two (`splits`).
  const Setting& setting(std::string_view name) const;
  /// Of an operand that was not given: a slot with count 0.
  OperandSlot slot(std::string_view name) const;
  std::size_t operandCount() const;

  void set(std::string_view name, Setting value) { settings_.emplace_back(name, std::move(value)); }
  /// Another value for one that is there.
  void replace(std::string_view name, Setting value);
  void addSlot(OperandSlot slot) { slots_.push_back(slot); }

 private:
  template <class Value>
  const Value& get(std::string_view name) const;

  std::vector<std::pair<std::string_view, Setting>> settings_;  // Names live in the operator's signature.
  std::vector<OperandSlot> slots_;
};

}  // namespace conform
