// An operator's record: what its method takes, the builder's checks, and the reference kernel. One file each; the table
// `operators()` is made from the list in meson.build. docs/kernels.md shows how to write one.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "model/kernels/Arguments.hpp"
#include "model/kernels/Tensor.hpp"
#include "model/spec/Steps.hpp"
#include "model/vocabulary/DataType.hpp"
#include "model/vocabulary/Error.hpp"
#include "model/vocabulary/OperandDescriptor.hpp"

namespace conform {

struct Operator;

/// A set of data types.
class DataTypes {
 public:
  constexpr DataTypes(std::initializer_list<DataType> types) {
    for (const DataType type : types) bits_ |= 1u << static_cast<unsigned>(type);
  }
  constexpr bool contains(DataType type) const { return bits_ >> static_cast<unsigned>(type) & 1u; }

 private:
  unsigned bits_ = 0;
};

/// int4 and uint4 are in `anyType` too: they cannot occur unless the extension is switched on.
constexpr DataTypes anyType{DataType::float32, DataType::float16, DataType::int32, DataType::uint32, DataType::int64,
                            DataType::uint64,  DataType::int8,    DataType::uint8, DataType::int4,   DataType::uint4};
constexpr DataTypes floatTypes{DataType::float32, DataType::float16};
constexpr DataTypes signedTypes{DataType::float32, DataType::float16, DataType::int64, DataType::int32, DataType::int8};
/// Those of the sums: all but the 8-bit ones.
constexpr DataTypes wideTypes{DataType::float32, DataType::float16, DataType::int32,
                              DataType::uint32,  DataType::int64,   DataType::uint64};
constexpr DataTypes uint8Only{DataType::uint8};

/// What a parameter, or a member of the options, is for WebIDL; in brackets, what `Arguments` holds.
enum class Kind : std::uint8_t {
  Operand,             ///< MLOperand
  Operands,            ///< sequence<MLOperand>
  UnsignedLong,        ///< [EnforceRange] unsigned long (int64)
  UnsignedLongModulo,  ///< unsigned long: modulo 2^32 (int64)
  Long,                ///< [EnforceRange] long (int64)
  UnsignedLongs,       ///< sequence<[EnforceRange] unsigned long>
  UnsignedLongsModulo,
  UnsignedLongOrList,  ///< Of split (int64 or list)
  Boolean,
  Double,  ///< Finite (double)
  Floats,  ///< sequence<float>, each finite and rounded to float32 (list of double)
  MLNumber,
  DataType,
  Enumeration,   ///< (string)
  Enumerations,  ///< (list of string)
};

struct Parameter {
  std::string_view name;
  Kind kind = Kind::Operand;
  Setting byDefault{};                     ///< Of an option: nothing if it has no default.
  std::vector<std::string_view> values{};  ///< Of an enumeration: its values.
};

/// The draft's table of limits, a row: allowed data types (or those of another operand), allowed ranks.
constexpr std::uint32_t anyRank = maxTensorRank;
struct OperandLimits {
  std::string_view name;  ///< As in opSupportLimits: "input", "output", ...
  DataTypes dataTypes;
  std::uint32_t minRank = 0, maxRank = anyRank;
};

/// An operand as a builder's method sees it.
struct Operand {
  OperandDescriptor descriptor;
  bool isOfThisBuilder = true;
};

/// What a method gets, for its checks.
struct CheckCall {
  const Operator& op;
  const Arguments& arguments;
  std::span<const Operand> operands;
  bool canNotBuild = false;  ///< The builder's state (*can not build*): it has built, or its context is lost.
  bool hasBuilt = false;     ///< `[[hasBuilt]]` alone: all that two methods look at.
  StepRecorder* recorder = nullptr;

  /// An operand that is required or was given.
  const OperandDescriptor& operand(std::string_view name) const;
  bool has(std::string_view name) const { return arguments.slot(name).count != 0; }
  std::vector<OperandDescriptor> operandList(std::string_view name) const;
  /// *validate operand*, of all of them.
  bool areValid() const;
  /// Whether the operand's data type is allowed by the table of limits.
  bool allows(std::string_view name) const;
  bool allows(std::string_view name, DataType type) const;
  const DataTypes& allowedTypes(std::string_view name) const;
};

/// The descriptors of the outputs, or what the method throws.
using Checked = std::variant<std::vector<OperandDescriptor>, Error>;
inline Checked output(DataType type, Shape shape) {
  return std::vector<OperandDescriptor>{{type, std::move(shape)}};
}

/// What a kernel gets: arguments that were checked, and the operands' contents.
struct ComputeCall {
  const Operator& op;
  const Arguments& arguments;
  std::span<const Tensor* const> operands;
  std::span<const OperandDescriptor> outputs;  ///< As `check` gave them.

  const Tensor& operand(std::string_view name) const;
  /// Null where it was not given.
  const Tensor* optionalOperand(std::string_view name) const;
  std::vector<const Tensor*> operandList(std::string_view name) const;
  const OperandDescriptor& output() const { return outputs[0]; }
};

struct Operator {
  std::string_view name;
  const char* anchor = "";  ///< Of the method: "dom-mlgraphbuilder-softmax".
  std::vector<Parameter> parameters;
  std::vector<Parameter> options;  ///< Without `label`, which every operator has.
  std::vector<OperandLimits> limits;
  Checked (*check)(const CheckCall& call) = nullptr;
  std::vector<Tensor> (*compute)(const ComputeCall& call) = nullptr;
  bool returnsSequence = false;
};

/// All operators, in the order of the list in meson.build.
std::span<const Operator* const> operators();
const Operator* operatorNamed(std::string_view name);

/// Runs the checks: `op.check`, and then the implementation's limits on the outputs (a TypeError, as browsers have it).
Checked checkOperator(const CheckCall& call);

/// Runs the kernel; what it gives has the descriptors that the checks promised.
std::vector<Tensor> computeOperator(const ComputeCall& call);

}  // namespace conform
