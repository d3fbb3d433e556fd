// WebIDL: from what script passed to what a method gets.
#include <cmath>

#include "checker/subjects/cpu/Realm.hpp"
#include "checker/subjects/cpu/objects.hpp"

namespace conform::cpu {
namespace {

/// [EnforceRange] unsigned long.
std::optional<std::uint32_t> enforceRange(const Number& value) {
  if (!std::isfinite(value.real)) return std::nullopt;
  const double whole = std::trunc(value.real);
  if (whole < 0 || whole > 4294967295.0) return std::nullopt;
  return static_cast<std::uint32_t>(whole);
}

}  // namespace

std::optional<DataType> convertDataType(const Realm& realm, std::string_view name) {
  const std::optional<DataType> type = dataTypeNamed(name);
  if (type && bitsOf(*type) < 8 && !realm.extendedTypes) return std::nullopt;
  return type;
}

std::optional<OperandDescriptor> convertDescriptor(const Realm& realm, const Descriptor& descriptor) {
  if (!descriptor.dataType || !descriptor.shape) return std::nullopt;  // Both members are required.
  const std::optional<DataType> type = convertDataType(realm, *descriptor.dataType);
  if (!type) return std::nullopt;
  OperandDescriptor converted{*type, {}};
  for (const Number& dimension : *descriptor.shape) {
    const std::optional<std::uint32_t> inRange = enforceRange(dimension);
    if (!inRange) return std::nullopt;
    converted.shape.push_back(*inRange);
  }
  return converted;
}

}  // namespace conform::cpu
