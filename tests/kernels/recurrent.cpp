// The recurrent networks against MPFR: 250 random networks for each operator and type, the whole network in MPFR's many
// digits and rounded once at its end.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/kernels/judge.hpp"

using namespace conform;

namespace {

constexpr int rounds = 250;
constexpr DataType floats[] = {DataType::float32, DataType::float16};

using Reals = std::vector<Real>;

std::uint32_t upTo(std::uint32_t most, std::mt19937_64& random) {
  return 1 + static_cast<std::uint32_t>(random() % most);
}

Real activated(const std::string& name, const Real& x) {
  if (name == "relu") return x > Real{0} || x.isNaN() ? x : Real{0};
  if (name == "tanh") return tanh(x);
  return Real{1} / (Real{1} + exp(-x));
}

struct Network {
  DataType type;
  bool isLstm, isCell;
  std::uint32_t steps, directions, batch, inputSize, hiddenSize;
  std::string direction, layout;
  std::vector<double> input, weight, recurrentWeight, bias, recurrentBias, peephole, hidden, cell;
  std::vector<std::string> activations;
  bool hasBias, hasRecurrentBias, hasPeephole, hasHidden, hasCell, hasActivations, resetAfter;
  std::uint32_t gates() const { return isLstm ? 4 : 3; }
};

std::vector<double> weights(DataType type, std::size_t count, int kind, std::mt19937_64& random) {
  if (kind == 0) return hardContents(type, count, random, true);
  std::vector<double> values(count);
  for (double& value : values) value = moderate(type, kind == 1 ? 2 : 4, random) * (kind == 1 ? 0.25 : 1);
  for (double& value : values) value = roundedTo(type, value);
  return values;
}

Network randomNetwork(DataType type, bool isLstm, bool isCell, std::mt19937_64& random) {
  Network n;
  n.type = type, n.isLstm = isLstm, n.isCell = isCell;
  const char *directions[] = {"forward", "backward", "both"}, *activations[] = {"relu", "sigmoid", "tanh"};
  n.direction = isCell ? "forward" : directions[random() % 3];
  n.directions = n.direction == "both" ? 2 : 1;
  n.steps = isCell ? 1 : upTo(4, random);
  n.batch = upTo(3, random), n.inputSize = upTo(4, random), n.hiddenSize = upTo(4, random);
  n.layout = isLstm ? (random() % 2 ? "iofg" : "ifgo") : (random() % 2 ? "zrn" : "rzn");
  const int kind = random() % 4 == 0 ? 0 : 1 + static_cast<int>(random() % 2);
  const std::size_t rows = n.directions * n.gates() * n.hiddenSize, state = n.directions * n.batch * n.hiddenSize;
  n.input = weights(type, n.steps * n.batch * n.inputSize, kind, random);
  n.weight = weights(type, rows * n.inputSize, kind, random);
  n.recurrentWeight = weights(type, rows * n.hiddenSize, kind, random);
  n.bias = weights(type, rows, kind, random);
  n.recurrentBias = weights(type, rows, kind, random);
  n.peephole = weights(type, n.directions * 3 * n.hiddenSize, kind, random);
  n.hidden = weights(type, state, kind, random);
  n.cell = weights(type, state, kind, random);
  n.hasBias = random() % 2, n.hasRecurrentBias = random() % 2, n.hasPeephole = random() % 2;
  n.hasHidden = isCell || random() % 2, n.hasCell = isCell || random() % 2;
  n.hasActivations = random() % 2, n.resetAfter = random() % 2;
  n.activations = {"sigmoid", "tanh", "tanh"};
  if (n.hasActivations) {
    for (std::string& name : n.activations) name = activations[random() % 3];
  }
  return n;
}

std::vector<Tensor> runNetwork(const Network& n) {
  const std::uint32_t rows = n.gates() * n.hiddenSize;
  const auto shape = [&](std::initializer_list<std::uint32_t> of, bool hasDirections = true) {
    Shape result;
    if (hasDirections && !n.isCell) result.push_back(n.directions);
    result.insert(result.end(), of);
    return result;
  };
  const Shape inputShape = n.isCell ? Shape{n.batch, n.inputSize} : Shape{n.steps, n.batch, n.inputSize};
  const Shape stateShape = shape({n.batch, n.hiddenSize});
  const std::vector<Tensor> operands{tensorOfReals(n.type, inputShape, n.input),
                                     tensorOfReals(n.type, shape({rows, n.inputSize}), n.weight),
                                     tensorOfReals(n.type, shape({rows, n.hiddenSize}), n.recurrentWeight),
                                     tensorOfReals(n.type, shape({rows}), n.bias),
                                     tensorOfReals(n.type, shape({rows}), n.recurrentBias),
                                     tensorOfReals(n.type, shape({3 * n.hiddenSize}), n.peephole),
                                     tensorOfReals(n.type, stateShape, n.hidden),
                                     tensorOfReals(n.type, stateShape, n.cell)};
  ArgumentRecord options{{"layout", {n.layout}}};
  if (n.hasBias) options.emplace_back("bias", operandArgument(3));
  if (n.hasRecurrentBias) options.emplace_back("recurrentBias", operandArgument(4));
  if (n.isLstm && n.hasPeephole) options.emplace_back("peepholeWeight", operandArgument(5));
  if (!n.isLstm) options.emplace_back("resetAfter", Argument{n.resetAfter});
  if (n.hasActivations) {
    ArgumentList names;
    for (std::size_t i = 0; i < (n.isLstm ? 3 : 2); ++i) names.push_back({n.activations[i]});
    options.emplace_back("activations", Argument{names});
  }
  ArgumentList arguments{operandArgument(0), operandArgument(1), operandArgument(2)};
  if (n.isCell) {
    arguments.push_back(operandArgument(6));
    if (n.isLstm) arguments.push_back(operandArgument(7));
  } else {
    arguments.push_back(numberArgument(n.steps));
    options.emplace_back("direction", Argument{n.direction});
    options.emplace_back("returnSequence", Argument{true});
    if (n.hasHidden) options.emplace_back("initialHiddenState", operandArgument(6));
    if (n.isLstm && n.hasCell) options.emplace_back("initialCellState", operandArgument(7));
  }
  arguments.push_back(numberArgument(n.hiddenSize));
  return run(n.isLstm ? (n.isCell ? "lstmCell" : "lstm") : (n.isCell ? "gruCell" : "gru"), operands, arguments,
             options);
}

/// One batch element of one step, in MPFR; the draft's decomposition.
void advance(const Network& n, std::uint32_t direction, const double* x, Reals& h, Reals& c) {
  const auto linear = [&](char gate, std::uint32_t j, const Reals* hidden, bool hasBias, bool hasInput) {
    const std::size_t row = (direction * n.gates() + n.layout.find(gate)) * n.hiddenSize + j;
    Real sum;
    if (hasBias && n.hasBias) sum += Real{n.bias[row]};
    if (hidden && n.hasRecurrentBias) sum += Real{n.recurrentBias[row]};
    for (std::uint32_t k = 0; hasInput && k < n.inputSize; ++k) sum += Real{n.weight[row * n.inputSize + k]} * x[k];
    for (std::uint32_t k = 0; hidden && k < n.hiddenSize; ++k)
      sum += Real{n.recurrentWeight[row * n.hiddenSize + k]} * (*hidden)[k];
    return sum;
  };
  Reals nextH(n.hiddenSize), nextC(n.hiddenSize), reset(n.hiddenSize), resetH(n.hiddenSize);
  for (std::uint32_t j = 0; j < n.hiddenSize && n.isLstm; ++j) {
    const auto gate = [&](char name, std::uint32_t peephole) {
      Real sum = linear(name, j, &h, true, true);
      if (n.hasPeephole) sum += Real{n.peephole[(direction * 3 + peephole) * n.hiddenSize + j]} * c[j];
      return activated(n.activations[0], sum);
    };
    const Real i = gate('i', 0), o = gate('o', 1), f = gate('f', 2);
    const Real g = activated(n.activations[1], linear('g', j, &h, true, true));
    nextC[j] = f * c[j] + i * g;
    nextH[j] = o * activated(n.activations[2], nextC[j]);
  }
  for (std::uint32_t j = 0; j < n.hiddenSize && !n.isLstm; ++j) {
    reset[j] = activated(n.activations[0], linear('r', j, &h, true, true));
    resetH[j] = reset[j] * h[j];
  }
  for (std::uint32_t j = 0; j < n.hiddenSize && !n.isLstm; ++j) {
    const Real z = activated(n.activations[0], linear('z', j, &h, true, true));
    const Real sum = n.resetAfter ? linear('n', j, nullptr, true, true) + reset[j] * linear('n', j, &h, false, false)
                                  : linear('n', j, &resetH, true, true);
    nextH[j] = z * h[j] + activated(n.activations[1], sum) * (Real{1} - z);
  }
  h = nextH;
  if (n.isLstm) c = nextC;
}

struct Expected {
  std::vector<std::uint64_t> hidden, cell, sequence;
};

Expected expectedOf(const Network& n) {
  Expected expected;
  const std::size_t size = n.batch * n.hiddenSize;
  expected.sequence.resize(n.steps * n.directions * size);
  for (std::uint32_t direction = 0; direction < n.directions; ++direction) {
    for (std::uint32_t b = 0; b < n.batch; ++b) {
      Reals h(n.hiddenSize), c(n.hiddenSize);
      for (std::uint32_t j = 0; j < n.hiddenSize; ++j) {
        const std::size_t at = direction * size + b * n.hiddenSize + j;
        if (n.hasHidden) h[j] = Real{n.hidden[at]};
        if (n.hasCell) c[j] = Real{n.cell[at]};
      }
      for (std::uint32_t step = 0; step < n.steps; ++step) {
        const bool isBackward = direction == 1 || n.direction == "backward";
        const std::uint32_t time = isBackward ? n.steps - 1 - step : step;
        advance(n, direction, n.input.data() + (time * n.batch + b) * n.inputSize, h, c);
        for (std::uint32_t j = 0; j < n.hiddenSize; ++j)
          expected.sequence[(time * n.directions + direction) * size + b * n.hiddenSize + j] =
              roundedBits(n.type, h[j]);
      }
      for (std::uint32_t j = 0; j < n.hiddenSize; ++j) {
        expected.hidden.push_back(roundedBits(n.type, h[j]));
        expected.cell.push_back(roundedBits(n.type, c[j]));
      }
    }
  }
  return expected;
}

void judgeNetworks(const std::string& op, bool isLstm, bool isCell) {
  std::mt19937_64 random{std::hash<std::string>{}(op)};
  for (int round = 0; round < rounds; ++round) {
    for (const DataType type : floats) {
      const Network network = randomNetwork(type, isLstm, isCell, random);
      const std::vector<Tensor> actual = runNetwork(network);
      const Expected expected = expectedOf(network);
      const std::string context = "round " + std::to_string(round);
      judge(op, actual[0], expected.hidden, context, 0, false);
      if (isLstm) judge(op, actual[1], expected.cell, context + " cell", 0, false);
      if (!isCell) judge(op, actual.back(), expected.sequence, context + " sequence", 0, false);
    }
  }
}

}  // namespace

TEST_CASE("a step of lstm is the real-number result rounded once") {
  judgeNetworks("lstmCell", true, true);
}

TEST_CASE("a step of gru is the real-number result rounded once") {
  judgeNetworks("gruCell", false, true);
}

TEST_CASE("a whole lstm is the real-number result rounded once") {
  judgeNetworks("lstm", true, false);
}

TEST_CASE("a whole gru is the real-number result rounded once") {
  judgeNetworks("gru", false, false);
}
