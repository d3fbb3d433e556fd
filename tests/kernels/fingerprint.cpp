// Prints a fingerprint of what every operator computes from the same inputs: one line each. The last line is that of
// plain calls of the C library, which does depend on the machine. For tests/kernels/same-on-every-machine.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "model/kernels/convertArguments.hpp"
#include "tests/kernels/seeds.hpp"

using namespace conform;

namespace {

/// FNV-1a.
class Fingerprint {
 public:
  void add(const std::vector<std::uint8_t>& bytes) {
    for (const std::uint8_t byte : bytes) value_ = (value_ ^ byte) * 1099511628211u;
  }
  void add(double value) {
    std::vector<std::uint8_t> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    add(bytes);
  }
  unsigned long long value() const { return value_; }

 private:
  unsigned long long value_ = 14695981039346656037u;
};

double someReal(std::mt19937_64& random) {
  const double fraction = static_cast<double>(random() % (1u << 24)) * 0x1p-24 + 0.5;
  return std::ldexp(fraction, static_cast<int>(random() % 9) - 5) * (random() % 2 ? 1 : -1);
}

/// One call with random contents: what it computes goes into the fingerprint.
void addCall(Fingerprint& fingerprint, const Seed& seed, DataType floatType, std::mt19937_64& random) {
  const Operator& op = *operatorNamed(seed.op);
  auto converted = convertArguments(op, seed.arguments, seed.options);
  const auto& [arguments, references] = std::get<ConvertedArguments>(converted);
  std::vector<Operand> operands;
  std::vector<Tensor> tensors;
  for (const Reference& reference : references) {
    OperandDescriptor descriptor = seed.operands.at(std::stoul(reference.name));
    if (isFloat(descriptor.dataType)) descriptor.dataType = floatType;
    Tensor tensor{descriptor};
    std::vector<double> values(tensor.count());
    for (double& value : values)
      value = isFloat(descriptor.dataType) ? someReal(random) : static_cast<double>(random() % 2);
    tensor.store(values);
    tensors.push_back(std::move(tensor));
    operands.push_back({descriptor});
  }
  std::vector<const Tensor*> values;
  for (const Tensor& tensor : tensors) values.push_back(&tensor);
  const Checked checked = checkOperator({.op = op, .arguments = arguments, .operands = operands});
  if (std::holds_alternative<Error>(checked)) std::abort();
  const auto& outputs = std::get<std::vector<OperandDescriptor>>(checked);
  for (const Tensor& output : computeOperator({op, arguments, values, outputs})) fingerprint.add(output.bytes());
}

}  // namespace

int main() {
  std::mt19937_64 random{59};
  for (const Seed& seed : seeds()) {
    Fingerprint fingerprint;
    for (int round = 0; round < 400; ++round)
      addCall(fingerprint, seed, round % 2 ? DataType::float16 : DataType::float32, random);
    std::printf("%s %016llx\n", seed.op.c_str(), fingerprint.value());
  }
  Fingerprint library;
  for (int i = 0; i < 100000; ++i) {
    const double x = someReal(random);
    for (const double value :
         {std::exp(x), std::log(std::fabs(x)), std::sin(x), std::tan(x), std::pow(std::fabs(x), 1.1)})
      library.add(value);
  }
  std::printf("library %016llx\n", library.value());
}
