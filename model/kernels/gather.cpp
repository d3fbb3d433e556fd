// output[a..., i..., b...] = input[a..., indices[i...], b...], the index along the axis.
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/indices.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-gather"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &input = call.operand("input"), &indices = call.operand("indices");
  if (!call.allows("indices")) return Error::TypeError;

  step("4"), step("5"), step("6");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));

  step("7");
  if (axis >= input.shape.size()) return Error::TypeError;

  step("8"), step("9"), step("10");
  Shape outputShape;

  step("11");
  for (std::size_t dimCount = 0; dimCount < input.shape.size(); ++dimCount) {
    step("11.1");
    if (dimCount == axis) break;

    step("11.2"), step("11.3");
    outputShape.push_back(input.shape[dimCount]);
  }

  step("12"), step("13"), step("14");
  for (const std::uint32_t size : indices.shape) {
    step("14.1"), step("14.2");
    outputShape.push_back(size);
  }

  step("15"), step("16"), step("17");
  for (std::size_t dimCount = 0; dimCount < input.shape.size(); ++dimCount) {
    step("17.1");
    if (dimCount <= axis) continue;

    step("17.2"), step("17.3");
    outputShape.push_back(input.shape[dimCount]);
  }

  step("18"), step("19"), step("20");
  return output(input.dataType, outputShape);
}

std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor& input = call.operand("input");
  const auto axis = static_cast<std::size_t>(call.arguments.integer("axis"));
  const std::vector<std::int64_t> indices = call.operand("indices").integers();
  const std::uint32_t size = input.shape()[axis];
  const std::size_t inner = stridesOf(input.shape())[axis], outer = input.count() / inner / size;

  std::vector<std::size_t> positions;
  positions.reserve(outer * indices.size() * inner);
  for (std::size_t row = 0; row < outer; ++row) {
    for (const std::int64_t index : indices) {
      const std::size_t start = (row * size + indexInto(index, size)) * inner;
      for (std::size_t i = 0; i < inner; ++i) positions.push_back(start + i);
    }
  }
  return {Tensor::picked(input, call.output().shape, positions)};
}

}  // namespace

extern const Operator gatherOperator{
    .name = "gather",
    .anchor = "dom-mlgraphbuilder-gather",
    .parameters = {{"input"}, {"indices"}},
    .options = {{"axis", Kind::UnsignedLong, std::int64_t{0}}},
    .limits = {{"input", anyType, 1}, {"indices", indexTypes}, {"output", anyType, 1}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
