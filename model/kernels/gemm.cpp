// output = alpha * a * b + beta * c, with a and b transposed on request and c broadcast.
#include <cmath>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/Operator.hpp"
#include "model/kernels/castNumber.hpp"
#include "model/kernels/indexSpaces.hpp"
#include "model/kernels/products.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

Checked check(const CheckCall& call) {
  const Steps step{call.recorder, "dom-mlgraphbuilder-gemm"};

  step("1");
  if (call.canNotBuild) return Error::InvalidStateError;

  step("2");  // SPEC ISSUE: the text forgets c; an operand of another builder is refused here as well.
  if (!call.areValid()) return Error::TypeError;

  step("3");
  const OperandDescriptor &a = call.operand("a"), &b = call.operand("b");
  if (!call.allows("a") || b.dataType != a.dataType) return Error::TypeError;

  step("4");
  if (a.shape.size() != 2 || b.shape.size() != 2) return Error::TypeError;

  step("5"), step("6");  // The kernel casts alpha and beta: nothing here depends on them.

  step("7"), step("8"), step("9"), step("10");
  const bool isTransposedA = call.arguments.boolean("aTranspose"), isTransposedB = call.arguments.boolean("bTranspose");
  const std::uint32_t rows = a.shape[isTransposedA ? 1 : 0], innerA = a.shape[isTransposedA ? 0 : 1];
  const std::uint32_t innerB = b.shape[isTransposedB ? 1 : 0], columns = b.shape[isTransposedB ? 0 : 1];

  step("11");
  if (innerA != innerB) return Error::TypeError;

  if (call.has("c")) {
    step("12"), step("12.1");
    if (!unidirectionallyBroadcast(call.operand("c").shape, {rows, columns})) return Error::TypeError;

    step("12.2");
    if (call.operand("c").dataType != a.dataType) return Error::TypeError;
  }

  step("13"), step("14"), step("15");
  return output(a.dataType, {rows, columns});
}

/// A matrix as it is, or with rows and columns exchanged.
std::vector<double> oriented(const Tensor& tensor, bool isTransposed) {
  std::vector<double> values = tensor.reals();
  if (!isTransposed) return values;
  const std::size_t rows = tensor.shape()[0], columns = tensor.shape()[1];
  std::vector<double> transposed(values.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) transposed[j * rows + i] = values[i * columns + j];
  }
  return transposed;
}

/// alpha * sum + beta * c for each element: in double where the bound on its error does not matter, else exactly (a * b
/// has 48 bits, so each of the products below is exact in two doubles). The real-number result, rounded once.
std::vector<Tensor> compute(const ComputeCall& call) {
  const Tensor &a = call.operand("a"), &b = call.operand("b");
  const Tensor* c = call.optionalOperand("c");
  Tensor output{call.output()};
  const DataType type = a.dataType();
  const auto cast = [&](const char* name) {
    return castNumber(type, Number::ofReal(call.arguments.real(name))).real(0);
  };
  const double alpha = cast("alpha"), beta = cast("beta");

  const std::vector<double> left = oriented(a, call.arguments.boolean("aTranspose"));
  const std::vector<double> right = oriented(b, call.arguments.boolean("bTranspose"));
  const std::size_t rows = output.shape()[0], columns = output.shape()[1], inner = left.size() / rows;
  const Factors factors{left, right, rows, inner, columns};
  ApproximateProduct product = approximateProduct(factors);

  const std::vector<double> addends = c ? c->reals() : std::vector<double>{};
  const std::vector<std::size_t> fromC =
      c ? broadcastPositions(c->shape(), output.shape()) : std::vector<std::size_t>{};

  const auto exactly = [&](std::size_t i, std::size_t j) {
    ExactSum sum;
    for (std::size_t k = 0; k < inner; ++k) sum.addProduct(alpha, left[i * inner + k] * right[k * columns + j]);
    if (c) sum.addProduct(beta, addends[fromC[i * columns + j]]);
    return sum.toDouble();
  };

  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      double& value = product.sums[i * columns + j];
      const double scaled = alpha * value, addend = c ? beta * addends[fromC[i * columns + j]] : 0;
      // The error of the sum, and of the roundings of the two products and their sum.
      const double error = std::fabs(alpha) * product.error(i, j) + 0x1p-51 * (std::fabs(scaled) + std::fabs(addend));
      value = c ? scaled + addend : scaled;
      if (error == 0 || !std::isfinite(value)) continue;
      if (value == 0 || !roundAlike(type, value - error, value + error)) value = exactly(i, j);
    }
  }
  output.store(product.sums);
  return {std::move(output)};
}

}  // namespace

extern const Operator gemmOperator{
    .name = "gemm",
    .anchor = "dom-mlgraphbuilder-gemm",
    .parameters = {{"a"}, {"b"}},
    .options = {{"c"},
                {"alpha", Kind::Double, 1.0},
                {"beta", Kind::Double, 1.0},
                {"aTranspose", Kind::Boolean, false},
                {"bTranspose", Kind::Boolean, false}},
    .limits = {{"a", floatTypes, 2, 2}, {"b", floatTypes, 2, 2}, {"c", floatTypes, 0, 2}, {"output", floatTypes, 2, 2}},
    .check = check,
    .compute = compute,
};

}  // namespace conform
