#include "model/kernels/convertArguments.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace conform {
namespace {

/// Thrown and caught in this file only: a conversion failed.
struct Failure {};

/// StringToNumber of ECMAScript, for what a scenario can hold.
double numberOfString(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n\r\v\f");
  if (first == std::string_view::npos) return 0;
  text = text.substr(first, text.find_last_not_of(" \t\n\r\v\f") - first + 1);
  const double sign = text.front() == '-' ? -1 : 1;
  std::string_view unsignedText = text;
  if (text.front() == '-' || text.front() == '+') unsignedText.remove_prefix(1);
  if (unsignedText == "Infinity") return sign * std::numeric_limits<double>::infinity();
  // from_chars takes "inf", "nan" and, here, a second sign; ECMAScript does not.
  if (unsignedText.empty() || unsignedText.find_first_not_of("0123456789.eE+-") != std::string_view::npos ||
      unsignedText.front() == '-' || unsignedText.front() == '+')
    return std::nan("");
  double value = 0;
  const auto [end, error] = std::from_chars(unsignedText.data(), unsignedText.data() + unsignedText.size(), value);
  if (error != std::errc{} || end != unsignedText.data() + unsignedText.size()) return std::nan("");
  return sign * value;
}

/// ToNumber of ECMAScript. Objects are NaN; a list is the string of its elements.
double toNumber(const Argument& argument) {
  struct Visitor {
    double operator()(Undefined) const { return std::nan(""); }
    double operator()(Null) const { return 0; }
    double operator()(bool value) const { return value; }
    double operator()(const Number& value) const { return value.real; }
    double operator()(const std::string& value) const { return numberOfString(value); }
    double operator()(const Reference&) const { return std::nan(""); }
    double operator()(const ArgumentList& list) const {
      if (list.empty()) return 0;
      return list.size() == 1 ? toNumber(list.front()) : std::nan("");
    }
    double operator()(const ArgumentRecord&) const { return std::nan(""); }
  };
  return std::visit(Visitor{}, argument.value);
}

bool toBoolean(const Argument& argument) {
  struct Visitor {
    bool operator()(Undefined) const { return false; }
    bool operator()(Null) const { return false; }
    bool operator()(bool value) const { return value; }
    bool operator()(const Number& value) const { return value.real != 0 && !std::isnan(value.real); }
    bool operator()(const std::string& value) const { return !value.empty(); }
    bool operator()(const Reference&) const { return true; }
    bool operator()(const ArgumentList&) const { return true; }
    bool operator()(const ArgumentRecord&) const { return true; }
  };
  return std::visit(Visitor{}, argument.value);
}

bool isUndefined(const Argument& argument) {
  return std::holds_alternative<Undefined>(argument.value);
}

std::int64_t enforceRange(const Argument& argument, std::int64_t lower, std::int64_t upper) {
  const double value = toNumber(argument);
  if (!std::isfinite(value)) throw Failure{};
  const double whole = std::trunc(value);
  if (whole < static_cast<double>(lower) || whole > static_cast<double>(upper)) throw Failure{};
  return static_cast<std::int64_t>(whole);
}

std::uint32_t unsignedLong(const Argument& argument) {
  return static_cast<std::uint32_t>(enforceRange(argument, 0, std::numeric_limits<std::uint32_t>::max()));
}

std::uint32_t unsignedLongModulo(const Argument& argument) {
  const double value = toNumber(argument);
  if (!std::isfinite(value)) return 0;
  double modulo = std::fmod(std::trunc(value), 0x1p32);
  if (modulo < 0) modulo += 0x1p32;
  return static_cast<std::uint32_t>(modulo);
}

const ArgumentList& sequence(const Argument& argument) {
  const auto* list = std::get_if<ArgumentList>(&argument.value);
  if (!list) throw Failure{};
  return *list;
}

std::vector<std::uint32_t> each(const Argument& argument, std::uint32_t (*convert)(const Argument&)) {
  std::vector<std::uint32_t> values;
  for (const Argument& element : sequence(argument)) values.push_back(convert(element));
  return values;
}

double finiteReal(const Argument& argument) {
  const double value = toNumber(argument);
  if (!std::isfinite(value)) throw Failure{};
  return value;
}

double finiteFloat(const Argument& argument) {
  const double value = static_cast<float>(finiteReal(argument));
  if (!std::isfinite(value)) throw Failure{};
  return value;
}

Number mlNumber(const Argument& argument) {
  if (const auto* number = std::get_if<Number>(&argument.value)) return *number;
  return Number::ofReal(toNumber(argument));
}

/// ToString, as far as it can give a value of an enumeration.
const std::string& enumerationString(const Argument& argument) {
  if (const auto* text = std::get_if<std::string>(&argument.value)) return *text;
  throw Failure{};
}

const std::string& enumeration(const Argument& argument, const Parameter& parameter) {
  const std::string& text = enumerationString(argument);
  if (std::find(parameter.values.begin(), parameter.values.end(), text) == parameter.values.end()) throw Failure{};
  return text;
}

DataType dataTypeOf(const Argument& argument, const ConversionOptions& conversion) {
  const std::optional<DataType> type = dataTypeNamed(enumerationString(argument));
  if (!type || (bitsOf(*type) == 4 && !conversion.extendedTypes)) throw Failure{};
  return *type;
}

Setting settingOf(const Argument& argument, const Parameter& parameter, const ConversionOptions& conversion) {
  switch (parameter.kind) {
    case Kind::UnsignedLong:
      return std::int64_t{unsignedLong(argument)};
    case Kind::UnsignedLongModulo:
      return std::int64_t{unsignedLongModulo(argument)};
    case Kind::Long:
      return enforceRange(argument, -2147483648LL, 2147483647);
    case Kind::UnsignedLongs:
      return each(argument, unsignedLong);
    case Kind::UnsignedLongsModulo:
      return each(argument, unsignedLongModulo);
    case Kind::UnsignedLongOrList:
      if (std::holds_alternative<ArgumentList>(argument.value)) return each(argument, unsignedLong);
      return std::int64_t{unsignedLong(argument)};
    case Kind::Boolean:
      return toBoolean(argument);
    case Kind::Double:
      return finiteReal(argument);
    case Kind::Floats: {
      std::vector<double> values;
      for (const Argument& element : sequence(argument)) values.push_back(finiteFloat(element));
      return values;
    }
    case Kind::MLNumber:
      return mlNumber(argument);
    case Kind::DataType:
      return dataTypeOf(argument, conversion);
    case Kind::Enumeration:
      return enumeration(argument, parameter);
    case Kind::Enumerations: {
      std::vector<std::string> values;
      for (const Argument& element : sequence(argument)) values.push_back(enumeration(element, parameter));
      return values;
    }
    case Kind::Operand:
    case Kind::Operands:
      break;
  }
  throw Failure{};
}

Reference operand(const Argument& argument) {
  const auto* reference = std::get_if<Reference>(&argument.value);
  if (!reference || reference->isPromise) throw Failure{};
  return *reference;
}

class Converter {
 public:
  explicit Converter(ConversionOptions conversion) : conversion_(conversion) {}

  /// No argument: an option that was not given.
  void convert(const Parameter& parameter, const Argument* argument) {
    if (parameter.kind == Kind::Operand || parameter.kind == Kind::Operands) {
      OperandSlot slot{parameter.name, result.operands.size(), 0};
      if (argument && parameter.kind == Kind::Operand) result.operands.push_back(operand(*argument));
      if (argument && parameter.kind == Kind::Operands) {
        for (const Argument& element : sequence(*argument)) result.operands.push_back(operand(element));
      }
      slot.count = result.operands.size() - slot.first;
      result.arguments.addSlot(slot);
    } else {
      result.arguments.set(parameter.name,
                           argument ? settingOf(*argument, parameter, conversion_) : parameter.byDefault);
    }
  }

  ConvertedArguments result;

 private:
  ConversionOptions conversion_;
};

/// A dictionary: undefined and null are empty ones, anything else must be an object.
const ArgumentRecord& dictionary(const Argument& argument) {
  static const ArgumentRecord empty;
  if (isUndefined(argument) || std::holds_alternative<Null>(argument.value)) return empty;
  if (const auto* record = std::get_if<ArgumentRecord>(&argument.value)) return *record;
  if (std::holds_alternative<ArgumentList>(argument.value) || std::holds_alternative<Reference>(argument.value))
    return empty;  // Objects that have none of the members.
  throw Failure{};
}

/// The member of this name, if it is given; a property that is set twice has the second value.
const Argument* member(const ArgumentRecord& record, std::string_view name) {
  const auto found =
      std::find_if(record.rbegin(), record.rend(), [&](const auto& entry) { return entry.name == name; });
  return found == record.rend() || isUndefined(found->value) ? nullptr : &found->value;
}

}  // namespace

std::variant<ConvertedArguments, Error> convertArguments(const Operator& op, const ArgumentList& arguments,
                                                         const std::optional<ArgumentRecord>& options,
                                                         ConversionOptions conversion) try {
  if (arguments.size() < op.parameters.size()) return Error::TypeError;
  Converter converter{conversion};
  for (std::size_t i = 0; i < op.parameters.size(); ++i) converter.convert(op.parameters[i], &arguments[i]);
  static const ArgumentRecord none;
  const ArgumentRecord& record = options                                   ? *options
                                 : arguments.size() > op.parameters.size() ? dictionary(arguments[op.parameters.size()])
                                                                           : none;
  for (const Parameter& parameter : op.options) converter.convert(parameter, member(record, parameter.name));
  return std::move(converter.result);
} catch (Failure) {
  return Error::TypeError;
}

}  // namespace conform
