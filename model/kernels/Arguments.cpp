#include "model/kernels/Arguments.hpp"

#include "model/vocabulary/Ensure.hpp"

namespace conform {

const Setting& Arguments::setting(std::string_view name) const {
  for (const auto& [key, value] : settings_) {
    if (key == name) return value;
  }
  ENSURE(!"the signature has a parameter of this name");
  return settings_.front().second;
}

void Arguments::replace(std::string_view name, Setting value) {
  for (auto& [key, old] : settings_) {
    if (key != name) continue;
    old = std::move(value);
    return;
  }
}

bool Arguments::has(std::string_view name) const {
  return !std::holds_alternative<std::monostate>(setting(name));
}

template <class Value>
const Value& Arguments::get(std::string_view name) const {
  const Value* value = std::get_if<Value>(&setting(name));
  ENSURE(value != nullptr);
  return *value;
}
template const bool& Arguments::get(std::string_view) const;
template const std::int64_t& Arguments::get(std::string_view) const;
template const double& Arguments::get(std::string_view) const;
template const Number& Arguments::get(std::string_view) const;
template const DataType& Arguments::get(std::string_view) const;
template const std::string& Arguments::get(std::string_view) const;
template const std::vector<std::uint32_t>& Arguments::get(std::string_view) const;
template const std::vector<double>& Arguments::get(std::string_view) const;
template const std::vector<std::string>& Arguments::get(std::string_view) const;

OperandSlot Arguments::slot(std::string_view name) const {
  for (const OperandSlot& slot : slots_) {
    if (slot.name == name) return slot;
  }
  ENSURE(!"the signature has an operand of this name");
  return {};
}

std::size_t Arguments::operandCount() const {
  std::size_t count = 0;
  for (const OperandSlot& slot : slots_) count += slot.count;
  return count;
}

}  // namespace conform
