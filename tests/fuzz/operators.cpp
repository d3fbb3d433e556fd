// Random calls of every operator: conversion, checks and, where they let it through, the kernel. Nothing may crash, no
// check may let through what its kernel cannot do, and nothing large is allocated.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>

#include "model/kernels/convertArguments.hpp"
#include "tests/kernels/judge.hpp"
#include "tests/kernels/seeds.hpp"

using namespace conform;

namespace {

class Mutator {
 public:
  explicit Mutator(std::mt19937_64& random) : random_(random) {}

  template <class List>
  auto& pick(List& list) {
    return list[random_() % list.size()];
  }

  void mutate(Seed& seed) {
    for (std::uint64_t changes = random_() % 4; changes > 0; --changes) {
      switch (random_() % 5) {
        case 0:
          mutateDescriptor(seed);
          break;
        case 1:
          mutateAllTypes(seed);
          break;
        case 2:
          if (!seed.arguments.empty()) mutateArgument(pick(seed.arguments), seed.operands.size());
          break;
        case 3:
          if (!seed.options.empty()) mutateArgument(pick(seed.options).value, seed.operands.size());
          break;
        default:
          if (!seed.options.empty())
            seed.options.erase(seed.options.begin() + static_cast<std::ptrdiff_t>(random_() % seed.options.size()));
      }
    }
  }

 private:
  std::uint32_t dimension() {
    static constexpr std::uint32_t odd[] = {0, 1, 7, 65536, 2147483647, 4294967295};
    return random_() % 5 == 0 ? odd[random_() % 6] : static_cast<std::uint32_t>(random_() % 5);
  }

  void mutateDescriptor(Seed& seed) {
    OperandDescriptor& descriptor = pick(seed.operands);
    Shape& shape = descriptor.shape;
    switch (random_() % 4) {
      case 0:
        descriptor.dataType = dataTypes()[random_() % dataTypes().size()];
        break;
      case 1:
        shape.insert(shape.begin(), std::max(1u, dimension()));
        break;
      case 2:
        if (!shape.empty()) shape.pop_back();
        break;
      default:
        if (!shape.empty()) pick(shape) = dimension();
    }
    // What input() and constant() would not have made cannot get here.
    if (!checkDimensions(descriptor)) descriptor.shape = {1};
  }

  void mutateAllTypes(Seed& seed) {
    const DataType from = seed.operands[0].dataType, to = dataTypes()[random_() % dataTypes().size()];
    for (OperandDescriptor& descriptor : seed.operands) {
      if (descriptor.dataType == from) descriptor.dataType = to;
    }
  }

  void mutateArgument(Argument& argument, std::size_t operands) {
    static const double numbers[] = {0,       1, 2, -1, 0.5, 1e10, 4294967295.0, 2147483648.0, -0.0, 3, std::nan(""),
                                     HUGE_VAL};
    switch (random_() % 8) {
      case 0:
        argument = operandArgument(random_() % operands);
        break;
      case 1:
        argument = Argument{Undefined{}};
        break;
      case 2:
        argument = Argument{Null{}};
        break;
      case 3:
        argument = Argument{std::string("both")};
        break;
      case 4:
        argument = Argument{ArgumentList(random_() % 5, numberArgument(numbers[random_() % 12]))};
        break;
      default:
        if (auto* list = std::get_if<ArgumentList>(&argument.value); list && !list->empty()) {
          mutateArgument(pick(*list), operands);
        } else {
          argument = numberArgument(numbers[random_() % 12]);
        }
    }
  }

  std::mt19937_64& random_;
};

std::size_t bytesOf(const std::vector<OperandDescriptor>& descriptors) {
  std::size_t bytes = 0;
  for (const OperandDescriptor& descriptor : descriptors) bytes += *byteLengthOf(descriptor);
  return bytes;
}

/// Whether the call got as far as its kernel.
bool runs(const Seed& seed, std::mt19937_64& random) {
  const Operator& op = *operatorNamed(seed.op);
  const auto converted = convertArguments(op, seed.arguments, seed.options, {.extendedTypes = true});
  if (std::holds_alternative<Error>(converted)) {
    CHECK(std::get<Error>(converted) == Error::TypeError);
    return false;
  }
  const auto& [arguments, references] = std::get<ConvertedArguments>(converted);
  std::vector<Operand> operands;
  std::vector<OperandDescriptor> descriptors;
  for (const Reference& reference : references) {
    descriptors.push_back(seed.operands.at(std::stoul(reference.name)));
    operands.push_back({descriptors.back()});
  }
  const Checked checked = checkOperator({op, arguments, operands});
  if (std::holds_alternative<Error>(checked)) {
    CHECK(std::get<Error>(checked) == Error::TypeError);
    return false;
  }
  const auto& outputs = std::get<std::vector<OperandDescriptor>>(checked);
  if (bytesOf(outputs) + bytesOf(descriptors) > 100000) return false;

  std::vector<Tensor> tensors;
  for (const OperandDescriptor& descriptor : descriptors) {
    std::vector<std::uint64_t> patterns(*elementCountOf(descriptor.shape));
    for (std::uint64_t& pattern : patterns) pattern = random() % 3 == 0 ? random() % 4 : random();
    tensors.push_back(tensorOf(descriptor.dataType, descriptor.shape, patterns));
  }
  std::vector<const Tensor*> values;
  for (const Tensor& tensor : tensors) values.push_back(&tensor);
  computeOperator({op, arguments, values, outputs});  // Ensures that the outputs are as promised.
  return true;
}

}  // namespace

TEST_CASE("no call of an operator crashes, whatever its operands and arguments are") {
  const char* wanted = std::getenv("WEBNN_CONFORM_FUZZ_ROUNDS");
  const int rounds = wanted ? std::atoi(wanted) : 3000;
  std::mt19937_64 random{53};
  Mutator mutator{random};
  std::size_t calls = 0, computed = 0;
  for (const Seed& seed : seeds()) {
    std::size_t ofThis = 0;
    for (int round = 0; round < rounds; ++round, ++calls) {
      Seed mutated = seed;
      mutator.mutate(mutated);
      ofThis += runs(mutated, random);
    }
    CHECK_MESSAGE(ofThis > 0, seed.op);
    computed += ofThis;
  }
  std::printf("operators: %zu random calls, %zu of them computed\n", calls, computed);
}
