#include "model/vocabulary/Value.hpp"

#include <array>
#include <cstddef>

namespace conform {
namespace {

constexpr std::array<std::string_view, 5> interfaceNames{"MLContext", "MLTensor", "MLGraph", "MLGraphBuilder",
                                                         "MLOperand"};
constexpr std::array<std::string_view, 6> kindNames{"resolved", "rejected", "throws", "returns", "pending", "notRun"};

}  // namespace

std::string_view nameOf(Interface interface) {
  return interfaceNames[static_cast<std::size_t>(interface)];
}

std::optional<Interface> interfaceNamed(std::string_view name) {
  for (std::size_t i = 0; i < interfaceNames.size(); ++i) {
    if (interfaceNames[i] == name) return static_cast<Interface>(i);
  }
  return std::nullopt;
}

std::string_view nameOf(OutcomeKind kind) {
  return kindNames[static_cast<std::size_t>(kind)];
}

}  // namespace conform
