// output[i, j] = sum over k of a[i, k] * b[k, j], for each matrix of a stack that is broadcast.
#include "model/kernels/Operator.hpp"
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/products.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-matmul"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");
  if (!call.areValid()) return Error::TypeError;

  step("3");
  if (!call.allows("a") || call.operand("b").dataType != call.operand("a").dataType) return Error::TypeError;

  step("4"), step("4.1"), step("4.2"), step("4.3"), step("4.4");
  const Shape &shapeA = call.operand("a").shape, &shapeB = call.operand("b").shape;
  const std::size_t rankA = shapeA.size(), rankB = shapeB.size();

  step("4.5");
  if (rankA < 2 || rankB < 2) return Error::TypeError;

  step("4.6"), step("4.7"), step("4.8"), step("4.9");
  const std::uint32_t colsA = shapeA[rankA - 1], rowsA = shapeA[rankA - 2];
  const std::uint32_t colsB = shapeB[rankB - 1], rowsB = shapeB[rankB - 2];

  step("4.10");
  if (colsA != rowsB) return Error::TypeError;

  step("4.11"), step("4.12");
  const Shape batchA(shapeA.begin(), shapeA.end() - 2), batchB(shapeB.begin(), shapeB.end() - 2);

  step("4.13");
  std::optional<Shape> outputShape = bidirectionallyBroadcast(batchA, batchB);
  if (!outputShape) return Error::TypeError;

  step("4.14"), step("4.15");
  outputShape->insert(outputShape->end(), {rowsA, colsB});

  step("5"), step("6");
  return output(call.operand("a").dataType, *outputShape);
}

/// Each element is the exact sum of its products, rounded once.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &a = call.operand("a"), &b = call.operand("b");
  const std::size_t rows = a.shape()[a.rank() - 2], inner = a.shape()[a.rank() - 1], columns = b.shape()[b.rank() - 1];
  Tensor output{call.output()};

  const Shape batch(output.shape().begin(), output.shape().end() - 2);
  const std::vector<std::size_t> batchA = broadcastPositions({a.shape().begin(), a.shape().end() - 2}, batch);
  const std::vector<std::size_t> batchB = broadcastPositions({b.shape().begin(), b.shape().end() - 2}, batch);

  const std::vector<double> left = a.reals(), right = b.reals();
  std::vector<double> values;
  values.reserve(output.count());
  for (std::size_t matrix = 0; matrix < batchA.size(); ++matrix) {
    const std::vector<double> product = exactProduct(
        a.dataType(), {.left = std::span(left).subspan(batchA[matrix] * rows * inner, rows * inner),
                       .right = std::span(right).subspan(batchB[matrix] * inner * columns, inner * columns),
                       .rows = rows,
                       .inner = inner,
                       .columns = columns});
    values.insert(values.end(), product.begin(), product.end());
  }
  output.store(values);
  return {std::move(output)};
}

}  // namespace

extern const Operator matmulOperator{
    .name = "matmul",
    .anchor = "dom-mlgraphbuilder-matmul",
    .parameters = {{"a"}, {"b"}},
    .options = {},
    .limits = {{"a", floatTypes, 2}, {"b", floatTypes, 2}, {"output", floatTypes, 2}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
