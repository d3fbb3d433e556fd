#include "tests/kernels/judge.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "model/kernels/convertArguments.hpp"
#include "model/kernels/float16.hpp"
#include "model/kernels/tolerance.hpp"

namespace conform {

std::uint64_t roundedBits(DataType type, const Real& value) {
  const bool isHalf = type == DataType::float16;
  const int digits = isHalf ? 11 : 24, lowestExponent = isHalf ? -24 : -149;
  const std::uint64_t sign = mpfr_signbit(value.get()) ? std::uint64_t{1} << (isHalf ? 15 : 31) : 0;
  const std::uint64_t infinity = isHalf ? 0x7c00 : 0x7f800000;
  if (mpfr_nan_p(value.get())) return isHalf ? 0x7e00 : 0x7fc00000;
  if (mpfr_inf_p(value.get())) return sign | infinity;
  if (mpfr_zero_p(value.get())) return sign;

  // The spacing of the type's numbers here, and how many of them fit in: an integer, rounded to even by MPFR.
  const long exponent = static_cast<long>(mpfr_get_exp(value.get()));
  const long spacing = std::max<long>(exponent - digits, lowestExponent);
  mpfr_t scaled;
  mpfr_init2(scaled, Real::precision);
  mpfr_mul_2si(scaled, value.get(), -spacing, MPFR_RNDN);
  mpfr_abs(scaled, scaled, MPFR_RNDN);
  mpfr_roundeven(scaled, scaled);
  const double units = mpfr_get_d(scaled, MPFR_RNDN);
  mpfr_clear(scaled);
  const double rounded = std::ldexp(units, static_cast<int>(std::min<long>(spacing, 2000)));
  if (rounded >= (isHalf ? 0x1p16 : 0x1p128)) return sign | infinity;
  // Exact now: the conversion only packs bits.
  if (isHalf) return sign | float16Of(rounded);
  return sign | std::bit_cast<std::uint32_t>(static_cast<float>(rounded));
}

std::vector<Tensor> run(const std::string& name, const std::vector<Tensor>& operands, const ArgumentList& arguments,
                        const ArgumentRecord& options) {
  const Operator* op = operatorNamed(name);
  REQUIRE_MESSAGE(op != nullptr, name);
  const auto converted = convertArguments(*op, arguments, options, {.extendedTypes = true});
  REQUIRE_MESSAGE(std::holds_alternative<ConvertedArguments>(converted), name);
  const auto& [settings, references] = std::get<ConvertedArguments>(converted);
  std::vector<Operand> descriptors;
  std::vector<const Tensor*> values;
  for (const Reference& reference : references) {
    values.push_back(&operands.at(std::stoul(reference.name)));
    descriptors.push_back({values.back()->descriptor()});
  }
  const Checked checked = checkOperator({*op, settings, descriptors});
  REQUIRE_MESSAGE(std::holds_alternative<std::vector<OperandDescriptor>>(checked), name);
  const auto& outputs = std::get<std::vector<OperandDescriptor>>(checked);
  return computeOperator({*op, settings, values, outputs});
}

Tensor run(const std::string& op, const std::vector<Tensor>& operands, const ArgumentRecord& options) {
  ArgumentList arguments;
  for (std::size_t i = 0; i < operands.size(); ++i) arguments.push_back(operandArgument(i));
  return run(op, operands, arguments, options).at(0);
}

Tensor tensorOf(DataType type, Shape shape, const std::vector<std::uint64_t>& patterns) {
  Tensor tensor{{type, std::move(shape)}};
  tensor.storePatterns(patterns);
  return tensor;
}

Tensor tensorOfReals(DataType type, Shape shape, const std::vector<double>& values) {
  Tensor tensor{{type, std::move(shape)}};
  tensor.store(values);
  return tensor;
}

namespace {

std::uint64_t bitsOfFloat(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

std::vector<double> hardReals() {
  std::vector<double> values{0,        0.5,   1.5,      2.5,      3,    6,    0.49999997, 65504,
                             65519.99, 65520, 16777216, 16777217, 1e10, 1e20, 3e38};
  for (int exponent = -149; exponent < 128; ++exponent) {
    const double power = std::ldexp(1, exponent);
    values.insert(values.end(),
                  {power, power * 1.5, power * (1 - 0x1p-24), power * (1 + 0x1p-23), power * (1 + 0x1p-22)});
  }
  for (int i = 1; i < 400; ++i) values.insert(values.end(), {i * 0.5, i * 1.57079632679489661923, i * 0.1});
  // Where exp() overflows, underflows, and where results become subnormal; the same for sigmoid, tanh, erf, gelu.
  for (double near : {88.3762626647, 88.7228394, -87.3365447505, -103.2789, -103.972084, 9.0109, 8.66, 3.92, 10.05,
                      14.17, 17.33, 11.09, -17.33, 5.54, 12.476, 0.8813736})
    for (int i = -20; i <= 20; ++i) values.push_back(near * (1 + i * 0x1p-23));
  return values;
}

}  // namespace

std::vector<std::uint64_t> floatInputs(DataType type, std::size_t count, std::mt19937_64& random) {
  std::vector<std::uint64_t> inputs;
  if (type == DataType::float16) {
    for (std::uint64_t bits = 0; bits < 65536; ++bits) {
      if ((bits & 0x7fff) <= 0x7c00) inputs.push_back(bits);
    }
    inputs.push_back(0x7e00);
    return inputs;
  }
  for (const double value : hardReals()) inputs.insert(inputs.end(), {bitsOfFloat(value), bitsOfFloat(-value)});
  inputs.insert(inputs.end(), {0x7f800000, 0xff800000, 0x7fc00000, 1, 0x80000001, 0x7f7fffff, 0xff7fffff, 0x007fffff});
  while (inputs.size() < count) {
    const std::uint64_t bits = random() & 0xffffffff;
    const bool isNaN = (bits & 0x7fffffff) > 0x7f800000;
    // Half of them of any size, half near to where the functions are neither 0 nor 1.
    if (random() % 2 == 0) {
      inputs.push_back(bitsOfFloat(moderate(DataType::float32, 8, random)));
    } else if (!isNaN) {
      inputs.push_back(bits);
    }
  }
  return inputs;
}

double moderate(DataType type, int spread, std::mt19937_64& random) {
  const int exponent = static_cast<int>(random() % static_cast<unsigned>(2 * spread)) - spread;
  const double fraction = static_cast<double>(random() % (1u << 24)) * 0x1p-24;
  const double value = std::ldexp(1 + fraction, exponent) * (random() % 2 ? 1 : -1);
  return roundedTo(type, value);
}

std::vector<double> hardContents(DataType type, std::size_t count, std::mt19937_64& random, bool isFinite) {
  const int kind = static_cast<int>(random() % 7);
  const int extreme = type == DataType::float16 ? 14 : 60;
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    switch (kind) {
      case 0:
        values[i] = moderate(type, 3, random);
        break;
      case 1:
        values[i] = moderate(type, extreme, random);
        break;
      case 2:
        values[i] = i % 2 == 1 ? -values[i - 1] : moderate(type, 10, random);
        break;
      case 3:
        values[i] = static_cast<double>(random() % 7) - 3;
        break;
      case 4:
        values[i] = moderate(type, 4, random) * (type == DataType::float16 ? 0x1p-20 : 0x1p-145);
        break;
      case 5:  // Near the end of the range.
        values[i] = moderate(type, 1, random) * (type == DataType::float16 ? 0x1p14 : 0x1p126);
        break;
      default:
        values[i] = std::fabs(moderate(type, 2, random));
        break;
    }
  }
  if (kind == 2 && count > 0) values[random() % count] += moderate(type, 10, random) * 0x1p-10;
  if (!isFinite && random() % 12 == 0) values[random() % count] = random() % 2 ? HUGE_VAL : -HUGE_VAL;
  if (!isFinite && random() % 20 == 0) values[random() % count] = std::nan("");
  for (double& value : values) value = roundedTo(type, value);
  std::shuffle(values.begin(), values.end(), random);
  return values;
}

std::uint64_t integerInput(DataType type, std::mt19937_64& random) {
  const unsigned bits = bitsOf(type);
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  std::uint64_t value = random();
  switch (random() % 4) {
    case 0:
      break;
    case 1:
      value = random() % 8;
      break;
    case 2:
      value = 0 - random() % 8;
      break;
    default:
      value = (std::uint64_t{1} << (bits - 1)) - 4 + random() % 8;
      break;
  }
  return value & mask;
}

Shape randomShape(std::size_t minRank, std::size_t maxRank, std::uint32_t maxSize, std::mt19937_64& random) {
  Shape shape(minRank + random() % (maxRank - minRank + 1));
  for (std::uint32_t& size : shape) size = 1 + static_cast<std::uint32_t>(random() % maxSize);
  return shape;
}

namespace {

struct Row {
  std::uint64_t count = 0, worst = 0;
};
std::map<std::pair<std::string, DataType>, Row>& table() {
  static std::map<std::pair<std::string, DataType>, Row> rows;
  return rows;
}

}  // namespace

void record(const std::string& op, DataType type, std::uint64_t count, std::uint64_t worstUlp) {
  Row& row = table()[{op, type}];
  row.count += count;
  row.worst = std::max(row.worst, worstUlp);
}

void printTable() {
  std::printf("| operator | data type | elements | worst error (ULP) |\n| --- | --- | --- | --- |\n");
  for (const auto& [key, row] : table())
    std::printf("| %s | %s | %llu | %llu |\n", key.first.c_str(), std::string(nameOf(key.second)).c_str(),
                static_cast<unsigned long long>(row.count), static_cast<unsigned long long>(row.worst));
}

void judge(const std::string& op, const Tensor& actual, const std::vector<std::uint64_t>& expected,
           const std::string& context, std::uint64_t allowedUlp, bool strictZero) {
  REQUIRE(actual.count() == expected.size());
  const std::vector<std::uint64_t> bits = actual.patterns();
  const Tensor wanted = tensorOf(actual.dataType(), actual.shape(), expected);
  std::uint64_t worst = 0;
  std::size_t worstAt = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] == expected[i]) continue;
    std::uint64_t distance = ulpDistance(actual.dataType(), bits[i], expected[i]);
    if (distance == 0 && strictZero && isFloat(actual.dataType()) && wanted.real(i) == 0) distance = allowedUlp + 1;
    if (distance > worst) worst = distance, worstAt = i;
  }
  record(op, actual.dataType(), bits.size(), worst);
  CHECK_MESSAGE(worst <= allowedUlp, op << " " << nameOf(actual.dataType()) << " " << context << " element " << worstAt
                                        << ": " << elementText(actual, worstAt) << " instead of "
                                        << elementText(wanted, worstAt));
}

}  // namespace conform
