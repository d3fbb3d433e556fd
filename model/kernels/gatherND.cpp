// The last dimension of the indices holds coordinates into the first dimensions of the input; each stands for the slice
// there.
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/indices.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-gathernd"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &indices = call.operand("indices");
  if (!call.allows("indices")) return Error::TypeError;

  step("4");
  if (input.shape.empty() || indices.shape.empty()) return Error::TypeError;

  step("5"), step("6"), step("7");  // Step 7 is step 4 again.
  step("8");
  const std::size_t indexableSize = indices.shape.size() - 1;

  step("9");
  const std::uint32_t coordinateSize = indices.shape[indexableSize];

  step("10");
  if (coordinateSize > input.shape.size()) return Error::TypeError;

  step("11");
  Shape outputShape;

  step("12");
  for (std::size_t index = 0; index < indexableSize; ++index) {
    step("12.1");
    outputShape.push_back(indices.shape[index]);
  }

  step("13");
  for (std::size_t index = coordinateSize; index < input.shape.size(); ++index) {
    step("13.1");
    outputShape.push_back(input.shape[index]);
  }

  step("14"), step("15"), step("16");
  return output(input.dataType, outputShape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &input = call.operand("input"), &indices = call.operand("indices");
  std::size_t slice = input.count();
  for (std::size_t d = 0; d < indices.shape().back(); ++d) slice /= input.shape()[d];

  std::vector<std::size_t> positions;
  for (const std::size_t start : sliceStarts(indices, input.shape())) {
    for (std::size_t i = 0; i < slice; ++i) positions.push_back(start + i);
  }
  return {Tensor::picked(input, call.output().shape, positions)};
}

}  // namespace

extern const Operator gatherNDOperator{
    .name = "gatherND",
    .anchor = "dom-mlgraphbuilder-gathernd",
    .parameters = {{"input"}, {"indices"}},
    .options = {},
    .limits = {{"input", anyType, 1}, {"indices", indexTypes, 1}, {"output", anyType}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
