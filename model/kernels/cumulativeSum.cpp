// Along the axis:  output[i] = input[0] + ... + input[i], without input[i] where `exclusive`, from the end where
// `reversed`
#include <algorithm>
#include <cmath>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-cumulativesum"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor& input = call.operand("input");
  if (!call.allows("input")) return Error::TypeError;

  step("4");
  if (call.arguments.integer("axis") >= static_cast<std::int64_t>(input.shape.size())) return Error::TypeError;

  step("5"), step("6");
  return output(input.dataType, input.shape);
}

/// The sum so far, exact: ready to be stored as `type`.
class RunningSum {
 public:
  explicit RunningSum(DataType type) : type_(type) {}
  void add(double value) {
    exact_.add(value);
    sum_ += value;
    magnitude_ += std::fabs(value);
    ++count_;
  }
  double value() const {
    const double error = count_ * 0x1p-52 * magnitude_;
    return sum_ != 0 && roundAlike(type_, sum_ - error, sum_ + error) ? sum_ : exact_.toDouble();
  }

 private:
  DataType type_;
  ExactSum exact_;
  double sum_ = 0, magnitude_ = 0, count_ = 0;
};

/// Of integers: wraps.
class RunningWord {
 public:
  explicit RunningWord(DataType) {}
  void add(std::uint64_t value) { sum_ += value; }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

template <class Sum, class Value>
Tensor accumulated(const ComputeCall& call, const std::vector<Value>& input) {
  const bool isExclusive = call.arguments.boolean("exclusive"), isReversed = call.arguments.boolean("reversed");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));
  Tensor output{call.output()};
  std::vector<Value> values(input.size());
  for (const Lane& lane : lanes(output.shape(), axis)) {
    Sum sum{output.dataType()};
    for (std::size_t i = 0; i < lane.length; ++i) {
      const std::size_t at = lane[isReversed ? lane.length - 1 - i : i];
      if (isExclusive) values[at] = sum.value();
      sum.add(input[at]);
      if (!isExclusive) values[at] = sum.value();
    }
  }
  output.store(values);
  return output;
}

/// Each is the exact sum, rounded once. The exclusive sum never sees the element that it leaves out.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  if (isFloat(input.dataType())) return {accumulated<RunningSum>(call, input.reals())};
  return {accumulated<RunningWord>(call, input.words())};
}

}  // namespace

extern const Operator cumulativeSumOperator{
    .name = "cumulativeSum",
    .anchor = "dom-mlgraphbuilder-cumulativesum",
    .parameters = {{"input"}, {"axis", Kind::UnsignedLongModulo}},
    .options = {{"exclusive", Kind::Boolean, false}, {"reversed", Kind::Boolean, false}},
    .limits = {{"input", wideTypes, 1}, {"output", wideTypes, 1}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
