#include "model/kernels/errorBounds.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/kernels/reduction.hpp"

namespace conform {
namespace {

double product(const Shape& shape, std::initializer_list<std::size_t> dimensions) {
  double result = 1;
  for (const std::size_t dimension : dimensions) result *= shape[dimension];
  return result;
}

double reducedCount(const CheckCall& call) {
  const Shape& shape = call.operand("input").shape;
  double count = 1;
  if (!call.arguments.has("axes")) {
    for (const std::uint32_t size : shape) count *= size;
  } else {
    for (const std::uint32_t axis : call.arguments.unsignedLongs("axes")) count *= shape[axis];
  }
  return count;
}

/// Filter elements times input channels of a group: all filter elements but those for other output channels.
double convolutionCount(const CheckCall& call) {
  const Shape &input = call.operand("input").shape, &filter = call.operand("filter").shape;
  const std::string& layout = call.arguments.enumeration("filterLayout");
  const std::size_t height = layout.find('h'), width = layout.find('w');
  const double channels = input[call.arguments.enumeration("inputLayout").find('c')];
  return product(filter, {height, width}) * channels / static_cast<double>(call.arguments.integer("groups"));
}

double windowCount(const CheckCall& call) {
  if (call.arguments.has("windowDimensions")) {
    const std::vector<std::uint32_t>& window = call.arguments.unsignedLongs("windowDimensions");
    return static_cast<double>(window[0]) * window[1];
  }
  const std::string& layout = call.arguments.enumeration("layout");
  return product(call.operand("input").shape, {layout.find('h'), layout.find('w')});
}

double gemmCount(const CheckCall& call) {
  return call.operand("a").shape[call.arguments.boolean("aTranspose") ? 0 : 1];
}

double axisSize(const CheckCall& call) {
  return call.operand("input").shape[static_cast<std::size_t>(call.arguments.integer("axis"))];
}

Tolerance ulp(double value) {
  return {Tolerance::Kind::ULP, value};
}

/// Those that depend on the type only: float32, float16.
struct Fixed {
  Tolerance::Kind kind;
  double float32, float16;
};
const std::map<std::string_view, Fixed>& fixedTolerances() {
  constexpr auto ULP = Tolerance::Kind::ULP, ATOL = Tolerance::Kind::ATOL;
  static const std::map<std::string_view, Fixed> all{
      {"add", {ULP, 1, 1}},
      {"batchNormalization", {ULP, 6, 6}},
      {"cos", {ATOL, 1. / 1024, 1. / 128}},
      {"cumulativeSum", {ULP, 3, 3}},
      {"dequantizeLinear", {ULP, 1, 1}},
      {"div", {ULP, 2, 2}},
      {"elu", {ULP, 18, 18}},
      {"erf", {ATOL, 1. / 1024, 1. / 512}},
      {"exp", {ULP, 32, 1}},
      {"gelu", {ULP, 18, 18}},
      {"gru", {ULP, 6, 6}},
      {"gruCell", {ULP, 3, 3}},
      {"hardSigmoid", {ULP, 2, 2}},
      {"hardSwish", {ULP, 4, 4}},
      {"instanceNormalization", {ULP, 840, 8400}},
      {"layerNormalization", {ULP, 14, 30}},
      {"leakyRelu", {ULP, 1, 2}},
      {"linear", {ULP, 2, 2}},
      {"log", {ULP, 8, 8}},
      {"lstm", {ULP, 3, 10}},
      {"lstmCell", {ULP, 1, 1}},
      {"mul", {ULP, 1, 1}},
      {"pow", {ULP, 32, 2}},
      {"prelu", {ULP, 1, 1}},
      {"reciprocal", {ULP, 2, 2}},
      {"sigmoid", {ULP, 34, 10}},
      {"sin", {ATOL, 1. / 1024, 1. / 128}},
      {"softplus", {ULP, 18, 18}},
      {"softsign", {ULP, 3, 3}},
      {"sqrt", {ULP, 1, 1}},
      {"sub", {ULP, 1, 1}},
      {"tan", {ATOL, 1. / 1024, 1. / 512}},
      {"tanh", {ULP, 16, 16}},
  };
  return all;
}

double gemmTolerance(const CheckCall& call) {
  const bool hasC = call.has("c");
  return 2 * gemmCount(call) + (call.arguments.real("alpha") != 1) + hasC + (hasC && call.arguments.real("beta") != 1);
}

/// The same call with every factor of a term made positive: its result is the sum of the |terms|.
std::vector<double> sumsOfMagnitudes(const ComputeCall& call) {
  std::vector<Tensor> magnitudes;
  for (const Tensor* operand : call.operands) {
    std::vector<double> values = operand->reals();
    for (double& value : values) value = std::fabs(value);
    magnitudes.emplace_back(operand->descriptor());
    magnitudes.back().store(values);
  }
  std::vector<const Tensor*> operands;
  for (const Tensor& magnitude : magnitudes) operands.push_back(&magnitude);
  Arguments arguments = call.arguments;
  if (call.op.name == "gemm") {
    for (const std::string_view factor : {"alpha", "beta"})
      arguments.replace(factor, std::fabs(call.arguments.real(factor)));
  }
  return computeOperator({call.op, arguments, operands, call.outputs})[0].reals();
}

bool isPlainSum(std::string_view name) {
  static constexpr std::string_view names[] = {"averagePool2d", "conv2d",         "convTranspose2d", "cumulativeSum",
                                               "gemm",          "matmul",         "reduceL1",        "reduceMean",
                                               "reduceSum",     "reduceSumSquare"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

std::optional<double> termsOf(const CheckCall& call) {
  const std::string_view name = call.op.name;
  if (name.starts_with("reduce")) return reducedCount(call);
  if (name.ends_with("Pool2d")) return windowCount(call);
  if (name.starts_with("conv")) return convolutionCount(call);
  if (name == "gemm") return gemmCount(call);
  if (name == "matmul") return call.operand("a").shape.back();
  if (name == "softmax" || name == "cumulativeSum") return axisSize(call);
  return std::nullopt;
}

Tolerance wptTolerance(const CheckCall& call, DataType outputType) {
  const std::string_view name = call.op.name;
  const std::optional<double> terms = termsOf(call);
  if (name == "reduceMax" || name == "reduceMin" || name == "maxPool2d") return ulp(0);
  if (name == "reduceL1" || name == "reduceProduct" || name == "reduceSum") return ulp(*terms);
  if (name == "reduceSumSquare") return ulp(2 * *terms);
  if (name == "reduceL2") return ulp(2 * *terms + 2);
  if (name == "reduceMean" || name == "averagePool2d" || name == "l2Pool2d") return ulp(*terms + 2);
  if (name == "reduceLogSum") return ulp(*terms + 18);
  if (name == "reduceLogSumExp") return ulp(2 * *terms + 18);
  if (name == "softmax") return ulp(3 * *terms + 3);
  if (name == "gemm") return ulp(gemmTolerance(call));
  if (name == "quantizeLinear") return ulp(1);
  if (!isFloat(outputType)) return ulp(0);
  if (name == "matmul" || name.starts_with("conv")) return ulp(2 * *terms);
  if (name == "cast") return ulp(1);
  if (name == "resample2d") {
    const bool isLinear = call.arguments.enumeration("mode") == "linear";
    return ulp(!isLinear ? 0 : outputType == DataType::float32 ? 84 : 10);
  }
  const auto found = fixedTolerances().find(name);
  if (found == fixedTolerances().end()) return ulp(0);
  const Fixed& fixed = found->second;
  return {fixed.kind, outputType == DataType::float32 ? fixed.float32 : fixed.float16};
}

std::optional<std::vector<double>> anyOrderBound(const ComputeCall& call, double unitRoundoff) {
  if (!isPlainSum(call.op.name) || !isFloat(call.outputs[0].dataType)) return std::nullopt;
  std::vector<Operand> operands;
  for (const Tensor* operand : call.operands) operands.push_back({operand->descriptor()});
  const double terms = *termsOf({.op = call.op, .arguments = call.arguments, .operands = operands});

  // A product, the additions, a bias or a division, and the factors of gemm: each rounds once more.
  const double roundings = (terms + 4) * unitRoundoff;
  if (roundings >= 1) return std::nullopt;
  const double gamma = roundings / (1 - roundings);
  std::vector<double> bounds = sumsOfMagnitudes(call);
  for (double& bound : bounds) {
    if (!std::isfinite(bound)) return std::nullopt;
    // The sum of magnitudes was itself rounded to the type, and so is the result; subnormals lose absolutely.
    bound = bound * (gamma + unitRoundoff) * (1 + 4 * unitRoundoff) + (terms + 4) * 0x1p-149;
  }
  return bounds;
}

}  // namespace conform
