#include "model/vocabulary/Scenario.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace conform {
namespace {

constexpr std::array<std::string_view, 15> bufferTypeNames{
    "ArrayBuffer",       "SharedArrayBuffer", "DataView",     "Int8Array",     "Uint8Array",
    "Uint8ClampedArray", "Int16Array",        "Uint16Array",  "Int32Array",    "Uint32Array",
    "Float16Array",      "Float32Array",      "Float64Array", "BigInt64Array", "BigUint64Array",
};
constexpr std::array<unsigned, 15> elementSizes{1, 1, 1, 1, 1, 1, 2, 2, 4, 4, 2, 4, 8, 8, 8};

constexpr std::array<std::string_view, 7> operationNames{"createTensor", "constantCopy", "read",         "write",
                                                         "compute",      "build",        "createContext"};

}  // namespace

bool Argument::operator==(const Argument& other) const {
  return value == other.value;
}

std::string_view nameOf(BufferType type) {
  return bufferTypeNames[static_cast<std::size_t>(type)];
}

std::optional<BufferType> bufferTypeNamed(std::string_view name) {
  for (std::size_t i = 0; i < bufferTypeNames.size(); ++i) {
    if (bufferTypeNames[i] == name) return static_cast<BufferType>(i);
  }
  return std::nullopt;
}

unsigned elementSizeOf(BufferType type) {
  return elementSizes[static_cast<std::size_t>(type)];
}

std::string_view nameOf(FailNext::Operation operation) {
  return operationNames[static_cast<std::size_t>(operation)];
}

std::optional<FailNext::Operation> failOperationNamed(std::string_view name) {
  for (std::size_t i = 0; i < operationNames.size(); ++i) {
    if (operationNames[i] == name) return static_cast<FailNext::Operation>(i);
  }
  return std::nullopt;
}

std::optional<Claim> Scenario::claimFor(const std::string& semantics, bool isBasic) const {
  const auto draft = allowed.find("draft");
  const auto own = allowed.find(semantics);
  if (own == allowed.end()) {
    if (isBasic && othersAsDraft && draft != allowed.end()) return draft->second;
    return std::nullopt;
  }
  if (semantics == "draft" || draft == allowed.end()) return own->second;

  Claim claim = draft->second;
  for (const auto& [name, outcomes] : own->second.names) {
    claim.names[name] = outcomes;
    if (!claim.outcomes) continue;
    for (JointOutcome& joint : *claim.outcomes) joint.erase(name);
  }
  if (own->second.outcomes) {
    claim.outcomes = own->second.outcomes;
    // A name that the joint outcomes cover is not single valued any more.
    for (const JointOutcome& joint : *claim.outcomes) {
      for (const auto& [name, outcome] : joint) claim.names.erase(name);
    }
  }
  if (own->second.order) claim.order = own->second.order;
  if (own->second.trace) claim.trace = own->second.trace;
  claim.ambiguous = own->second.ambiguous;
  claim.byDefault = own->second.byDefault;
  claim.place = own->second.place;
  return claim;
}

}  // namespace conform
