#include "model/vocabulary/DataType.hpp"

#include <array>
#include <limits>

namespace conform {
namespace {

struct Entry {
  DataType type;
  std::string_view name;
  unsigned bits;
};

constexpr std::array<Entry, 10> entries{{
    {DataType::float32, "float32", 32},
    {DataType::float16, "float16", 16},
    {DataType::int32, "int32", 32},
    {DataType::uint32, "uint32", 32},
    {DataType::int64, "int64", 64},
    {DataType::uint64, "uint64", 64},
    {DataType::int8, "int8", 8},
    {DataType::uint8, "uint8", 8},
    {DataType::int4, "int4", 4},
    {DataType::uint4, "uint4", 4},
}};

}  // namespace

std::span<const DataType> dataTypes() {
  static constexpr auto all = [] {
    std::array<DataType, entries.size()> types{};
    for (std::size_t i = 0; i < entries.size(); ++i) types[i] = entries[i].type;
    return types;
  }();
  return all;
}

std::string_view nameOf(DataType type) {
  return entries[static_cast<std::size_t>(type)].name;
}

std::optional<DataType> dataTypeNamed(std::string_view name) {
  for (const Entry& entry : entries) {
    if (entry.name == name) return entry.type;
  }
  return std::nullopt;
}

unsigned bitsOf(DataType type) {
  return entries[static_cast<std::size_t>(type)].bits;
}

std::optional<std::size_t> byteLengthOf(DataType type, std::size_t count) {
  const std::size_t bits = bitsOf(type);
  if (count > (std::numeric_limits<std::size_t>::max() - 7) / bits) return std::nullopt;
  return (count * bits + 7) / 8;
}

}  // namespace conform
