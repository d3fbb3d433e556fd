#include "checker/bench/kernels.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iomanip>
#include <map>
#include <ostream>
#include <random>
#include <stdexcept>

#include "model/kernels/convertArguments.hpp"

namespace conform {
namespace {

/// The best of as many runs as fit into half a second, at least two.
double millisecondsOf(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(500);
  double best = 1e300;
  for (int run = 0; run < 2 || Clock::now() < end; ++run) {
    const auto start = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  return best;
}

std::vector<Tensor> call(const std::string& name, const ArgumentList& arguments,
                         const std::optional<ArgumentRecord>& options, const std::map<std::string, Tensor>& tensors) {
  const Operator* op = operatorNamed(name);
  if (!op) throw std::runtime_error("no operator " + name);
  const auto converted = convertArguments(*op, arguments, options, {.extendedTypes = true});
  if (!std::holds_alternative<ConvertedArguments>(converted)) throw std::runtime_error(name + ": bad arguments");
  const auto& [settings, references] = std::get<ConvertedArguments>(converted);
  std::vector<Operand> operands;
  std::vector<const Tensor*> values;
  for (const Reference& reference : references) {
    values.push_back(&tensors.at(reference.name));
    operands.push_back({values.back()->descriptor()});
  }
  const Checked checked = checkOperator({*op, settings, operands});
  if (!std::holds_alternative<std::vector<OperandDescriptor>>(checked)) throw std::runtime_error(name + ": refused");
  return computeOperator({*op, settings, values, std::get<std::vector<OperandDescriptor>>(checked)});
}

Tensor randomTensor(Shape shape, std::mt19937& random, double deviation = 1) {
  Tensor tensor{{DataType::float32, std::move(shape)}};
  std::normal_distribution<double> normal{0, deviation};
  std::vector<double> values(tensor.count());
  for (double& value : values) value = normal(random);
  tensor.store(values);
  return tensor;
}

Argument operand(const char* name) {
  return {Reference{name}};
}
Argument list(std::initializer_list<int> values) {
  ArgumentList list;
  for (const int value : values) list.push_back({Number::ofInteger(value)});
  return {list};
}

std::vector<float> floatsOf(const Tensor& tensor) {
  const std::vector<double> values = tensor.reals();
  return {values.begin(), values.end()};
}

volatile float sink;  // Keeps the plain loops from being left out.

/// a (n x n) times b, in float32 and in the order of the definition.
void plainMatmul(const std::vector<float>& a, const std::vector<float>& b, std::size_t n) {
  std::vector<float> c(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  }
  sink = c[n];
}

/// 3 x 3 filters on [channels, size, size] with a padding of 1, in float32.
void plainConv2d(const std::vector<float>& x, const std::vector<float>& w, std::size_t channels, std::size_t size) {
  std::vector<float> y(channels * size * size);
  for (std::size_t o = 0; o < channels; ++o) {
    for (std::size_t i = 0; i < channels; ++i) {
      for (std::size_t u = 0; u < 3; ++u) {
        for (std::size_t v = 0; v < 3; ++v) {
          const float weight = w[((o * channels + i) * 3 + u) * 3 + v];
          for (std::size_t row = u == 0 ? 1 : 0; row < size && row + u < size + 1; ++row) {
            for (std::size_t column = v == 0 ? 1 : 0; column < size && column + v < size + 1; ++column)
              y[(o * size + row) * size + column] += weight * x[(i * size + row + u - 1) * size + column + v - 1];
          }
        }
      }
    }
  }
  sink = y[size];
}

void plainSum(const std::vector<float>& x) {
  float sum = 0;
  for (const float value : x) sum += value;
  sink = sum;
}

}  // namespace

std::vector<KernelTime> timeKernels() {
  std::mt19937 random{1};
  std::vector<KernelTime> times;
  const auto add = [&](const std::string& name, const std::string& op, const std::map<std::string, Tensor>& tensors,
                       const ArgumentList& arguments, const ArgumentRecord& options = {},
                       const std::function<void()>& plain = {}) {
    times.push_back(
        {name, millisecondsOf([&] { call(op, arguments, options, tensors); }), plain ? millisecondsOf(plain) : 0});
  };
  const ArgumentList ab{operand("a"), operand("b")}, a{operand("a")};

  {
    const std::map<std::string, Tensor> tensors{{"a", randomTensor({512, 512}, random)},
                                                {"b", randomTensor({512, 512}, random)}};
    const std::vector<float> left = floatsOf(tensors.at("a")), right = floatsOf(tensors.at("b"));
    add("matmul 512x512x512", "matmul", tensors, ab, {}, [&] { plainMatmul(left, right, 512); });
    add("gemm 512x512x512, alpha 0.5", "gemm", tensors, ab, {{"alpha", {Number::ofReal(0.5)}}});
  }
  {
    const std::map<std::string, Tensor> tensors{{"a", randomTensor({1, 64, 56, 56}, random)},
                                                {"b", randomTensor({64, 64, 3, 3}, random)}};
    const std::vector<float> x = floatsOf(tensors.at("a")), w = floatsOf(tensors.at("b"));
    const ArgumentRecord padding{{"padding", list({1, 1, 1, 1})}};
    add("conv2d 1x64x56x56, 64 filters 3x3", "conv2d", tensors, ab, padding, [&] { plainConv2d(x, w, 64, 56); });
    add("convTranspose2d 1x64x56x56, 64 filters 3x3", "convTranspose2d", tensors, ab, padding);
    add("averagePool2d 1x64x56x56, 3x3", "averagePool2d", tensors, a, {{"windowDimensions", list({3, 3})}});
    add("maxPool2d 1x64x56x56, 3x3", "maxPool2d", tensors, a, {{"windowDimensions", list({3, 3})}});
    add("l2Pool2d 1x64x56x56, 3x3", "l2Pool2d", tensors, a, {{"windowDimensions", list({3, 3})}});
    add("instanceNormalization 1x64x56x56", "instanceNormalization", tensors, a);
    add("layerNormalization 1x64x56x56", "layerNormalization", tensors, a);
    add("resample2d linear 56x56 to 112x112", "resample2d", tensors, a,
        {{"mode", {std::string("linear")}}, {"sizes", list({112, 112})}});
    add("softmax 1x64x56x56, last axis", "softmax", tensors, {operand("a"), {Number::ofInteger(3)}});
    add("sigmoid 1x64x56x56", "sigmoid", tensors, a);
    add("add 1x64x56x56", "add", tensors, {operand("a"), operand("a")});
    const std::vector<float> all = floatsOf(tensors.at("a"));
    add("reduceSum 1x64x56x56", "reduceSum", tensors, a, {}, [&] { plainSum(all); });
  }
  {
    const std::map<std::string, Tensor> tensors{{"a", randomTensor({16, 1, 64}, random)},
                                                {"w", randomTensor({1, 256, 64}, random, 0.125)},
                                                {"w3", randomTensor({1, 192, 64}, random, 0.125)}};
    const Argument steps{Number::ofInteger(16)}, size{Number::ofInteger(64)};
    add("lstm 16 steps, 64 units", "lstm", tensors, {operand("a"), operand("w"), operand("w"), steps, size});
    add("gru 16 steps, 64 units", "gru", tensors, {operand("a"), operand("w3"), operand("w3"), steps, size});
  }
  return times;
}

std::vector<KernelTime> timeVectors(const std::string& json) {
  std::vector<KernelTime> times;
  for (const OperatorVector& vector : parseVectors(json)) {
    std::map<std::string, Tensor> tensors;
    for (const VectorTensor& input : vector.inputs) tensors.emplace(input.name, input.tensor);
    times.push_back({vector.name, millisecondsOf([&] {
                       std::map<std::string, Tensor> all = tensors;
                       for (const VectorOperator& step : vector.operators) {
                         std::vector<Tensor> results = call(step.op, step.arguments, step.options, all);
                         for (std::size_t i = 0; i < results.size(); ++i)
                           all.insert_or_assign(step.outputs.at(i), std::move(results[i]));
                       }
                     }),
                     0});
  }
  return times;
}

void printKernelTimes(std::ostream& out, const std::vector<KernelTime>& times) {
  out << std::left << std::setw(46) << "case" << std::right << std::setw(12) << "ms" << std::setw(26)
      << "times a plain float32 loop\n";
  for (const KernelTime& time : times) {
    out << std::left << std::setw(46) << time.name << std::right << std::fixed << std::setprecision(3) << std::setw(12)
        << time.milliseconds;
    if (time.plain > 0) out << std::setprecision(1) << std::setw(25) << time.milliseconds / time.plain;
    out << '\n';
  }
}

}  // namespace conform
