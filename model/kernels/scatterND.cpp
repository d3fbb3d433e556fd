// A copy of the input, in which the slices that the coordinates in the indices stand for are replaced by the updates.
// The draft leaves open which of two updates of one element stays: here the last.
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/indices.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-scatternd"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &indices = call.operand("indices");
  if (!call.allows("indices")) return Error::TypeError;

  step("4");
  const OperandDescriptor& updates = call.operand("updates");
  if (updates.dataType != input.dataType) return Error::TypeError;

  step("5");
  if (input.shape.empty() || indices.shape.empty()) return Error::TypeError;

  step("6"), step("7"), step("8");
  const std::size_t indexableSize = indices.shape.size() - 1;

  step("9");
  const std::uint32_t coordinateSize = indices.shape[indexableSize];

  step("10");
  if (coordinateSize > input.shape.size()) return Error::TypeError;

  step("11");
  Shape expectedUpdatesShape;

  step("12");
  for (std::size_t index = 0; index < indexableSize; ++index) {
    step("12.1");
    expectedUpdatesShape.push_back(indices.shape[index]);
  }

  step("13");
  for (std::size_t index = coordinateSize; index < input.shape.size(); ++index) {
    step("13.1");
    expectedUpdatesShape.push_back(input.shape[index]);
  }

  step("14");
  if (updates.shape != expectedUpdatesShape) return Error::TypeError;

  step("15"), step("16"), step("17"), step("18");
  return output(input.dataType, input.shape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &input = call.operand("input"), &indices = call.operand("indices");
  const std::vector<std::uint64_t> updates = call.operand("updates").patterns();
  std::size_t slice = input.count();
  for (std::size_t d = 0; d < indices.shape().back(); ++d) slice /= input.shape()[d];

  std::vector<std::uint64_t> patterns = input.patterns();
  auto update = updates.begin();
  for (const std::size_t start : sliceStarts(indices, input.shape())) {
    for (std::size_t i = 0; i < slice; ++i) patterns[start + i] = *update++;
  }
  Tensor output{call.output()};
  output.storePatterns(patterns);
  return {std::move(output)};
}

}  // namespace

extern const Operator scatterNDOperator{
    .name = "scatterND",
    .anchor = "dom-mlgraphbuilder-scatternd",
    .parameters = {{"input"}, {"indices"}, {"updates"}},
    .options = {},
    .limits = {{"input", anyType, 1}, {"indices", indexTypes, 1}, {"updates", anyType}, {"output", anyType, 1}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
