// What holds for the checks of all operators alike.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "model/kernels/convertArguments.hpp"
#include "tests/kernels/seeds.hpp"

using namespace conform;

namespace {

struct StepList : StepRecorder {
  void step(std::string_view anchor, std::string_view number) override { steps.emplace_back(anchor, number); }
  std::vector<std::pair<std::string, std::string>> steps;
};

struct Prepared {
  const Operator& op;
  ConvertedArguments converted;
  std::vector<Operand> operands;
};

Prepared prepare(const Seed& seed) {
  const Operator* op = operatorNamed(seed.op);
  REQUIRE_MESSAGE(op, seed.op);
  auto converted = convertArguments(*op, seed.arguments, seed.options);
  REQUIRE_MESSAGE(std::holds_alternative<ConvertedArguments>(converted), seed.op);
  Prepared prepared{*op, std::get<ConvertedArguments>(std::move(converted)), {}};
  for (const Reference& reference : prepared.converted.operands)
    prepared.operands.push_back({seed.operands.at(std::stoul(reference.name))});
  return prepared;
}

Error errorOf(const Checked& checked) {
  REQUIRE(std::holds_alternative<Error>(checked));
  return std::get<Error>(checked);
}

}  // namespace

TEST_CASE("there is a valid call of every operator, and it cites steps of its own method") {
  std::set<std::string_view> seen;
  for (const Seed& seed : seeds()) {
    const Prepared call = prepare(seed);
    StepList recorder;
    const Checked checked = checkOperator(
        {.op = call.op, .arguments = call.converted.arguments, .operands = call.operands, .recorder = &recorder});
    CHECK_MESSAGE(std::holds_alternative<std::vector<OperandDescriptor>>(checked), seed.op);
    REQUIRE_MESSAGE(!recorder.steps.empty(), seed.op);
    CHECK_MESSAGE(recorder.steps.front().first == call.op.anchor, seed.op);
    CHECK_MESSAGE(recorder.steps.front().second == "1", seed.op);
    seen.insert(call.op.name);
  }
  CHECK(seen.size() == operators().size());
  CHECK(operators().size() == 95);
}

TEST_CASE("a builder that can not build throws InvalidStateError before anything else is looked at") {
  for (const Seed& seed : seeds()) {
    Prepared call = prepare(seed);
    for (Operand& operand : call.operands) operand.isOfThisBuilder = false;
    CHECK_MESSAGE(errorOf(checkOperator({call.op, call.converted.arguments, call.operands, true, true})) ==
                      Error::InvalidStateError,
                  seed.op);
  }
}

TEST_CASE("an operand of another builder is a TypeError, whichever operand it is") {
  for (const Seed& seed : seeds()) {
    const Prepared call = prepare(seed);
    for (std::size_t i = 0; i < call.operands.size(); ++i) {
      std::vector<Operand> operands = call.operands;
      operands[i].isOfThisBuilder = false;
      CHECK_MESSAGE(errorOf(checkOperator({call.op, call.converted.arguments, operands})) == Error::TypeError,
                    seed.op << " operand " << i);
    }
  }
}

TEST_CASE("an operand of a data type that the table of limits does not have is a TypeError") {
  for (const Seed& seed : seeds()) {
    const Prepared call = prepare(seed);
    for (const OperandLimits& row : call.op.limits) {
      if (row.name.starts_with("output")) continue;
      const OperandSlot slot = call.converted.arguments.slot(row.name);
      for (std::size_t i = slot.first; i < slot.first + slot.count; ++i) {
        for (const DataType type : dataTypes()) {
          if (row.dataTypes.contains(type)) continue;
          std::vector<Operand> operands = call.operands;
          operands[i].descriptor.dataType = type;
          CHECK_MESSAGE(errorOf(checkOperator({call.op, call.converted.arguments, operands})) == Error::TypeError,
                        seed.op << " " << row.name << " " << nameOf(type));
        }
      }
    }
  }
}

TEST_CASE("every operand has its row in the table of limits") {
  for (const Operator* op : operators()) {
    const auto hasRow = [&](const Parameter& parameter) {
      const bool isOperand = parameter.kind == Kind::Operand || parameter.kind == Kind::Operands;
      return !isOperand || std::any_of(op->limits.begin(), op->limits.end(),
                                       [&](const OperandLimits& row) { return row.name == parameter.name; });
    };
    for (const Parameter& parameter : op->parameters)
      CHECK_MESSAGE(hasRow(parameter), op->name << " " << parameter.name);
    for (const Parameter& parameter : op->options) CHECK_MESSAGE(hasRow(parameter), op->name << " " << parameter.name);
    CHECK_MESSAGE(std::any_of(op->limits.begin(), op->limits.end(),
                              [](const OperandLimits& row) { return row.name.starts_with("output"); }),
                  op->name);
  }
}
