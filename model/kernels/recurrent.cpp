#include "model/kernels/recurrent.hpp"

#include <quadmath.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "model/kernels/BigReal.hpp"
#include "model/kernels/DoubleDouble.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

/// A number and a bound on how far it is from the exact one.
template <class Real>
struct Bounded {
  Real value = 0;
  double error = 0;
};

/// Half a unit in the last place, and what exp and tanh are trusted to stay within, relative; doubled, for what the
/// formulas below leave out. (Nobody asks for the bounds of the last try.)
template <class Real>
constexpr double unit = 0;
template <>
constexpr double unit<double> = 0x1p-52;
template <>
constexpr double unit<DoubleDouble> = 0x1p-102;
template <class Real>
constexpr double functionError = 0;
template <>
constexpr double functionError<double> = 2 * libraryError;
template <>
constexpr double functionError<DoubleDouble> = 0x1p-102;

constexpr double leastError = 0x1p-1000;  // Where something underflowed.

double magnitudeOf(double value) {
  return std::fabs(value);
}
double magnitudeOf(const DoubleDouble& value) {
  return std::fabs(value.high);
}
double magnitudeOf(const BigReal& value) {
  return std::fabs(value.approximation());
}

bool isPositive(double value) {
  return value > 0;
}
bool isPositive(const DoubleDouble& value) {
  return value.high > 0;
}
bool isPositive(const BigReal& value) {
  return !(value <= BigReal{});
}

double sigmoid(double value) {
  return 1 / (1 + std::exp(-value));
}
DoubleDouble sigmoid(const DoubleDouble& value) {
  return DoubleDouble{1 / (1 + expq(-value.toFloat128()))};
}
BigReal sigmoid(const BigReal& value) {
  return 1 / (1 + exp(-value));
}

double hyperbolicTangent(double value) {
  return std::tanh(value);
}
DoubleDouble hyperbolicTangent(const DoubleDouble& value) {
  return DoubleDouble{tanhq(value.toFloat128())};
}
BigReal hyperbolicTangent(const BigReal& value) {
  return tanh(value);
}

template <class Real>
Bounded<Real> product(const Bounded<Real>& a, const Bounded<Real>& b) {
  const double x = magnitudeOf(a.value), y = magnitudeOf(b.value);
  return {a.value * b.value, x * b.error + y * a.error + a.error * b.error + unit<Real> * x * y + leastError};
}

/// A sum under way.
template <class Real>
class Sum {
 public:
  void add(const Bounded<Real>& term) {
    value_ += term.value;
    magnitude_ += magnitudeOf(term.value);
    inherited_ += term.error;
    ++terms_;
  }
  void addProduct(double weight, double exact) { add({Real{weight} * exact, 0}); }
  void addProduct(double weight, const Bounded<Real>& factor) {
    add({Real{weight} * factor.value, std::fabs(weight) * factor.error});
  }
  /// Each addition errs by at most a unit of the partial sum, each product by one of its own.
  Bounded<Real> result() const {
    return {value_, inherited_ + static_cast<double>(terms_ + 2) * (unit<Real> * magnitude_ + leastError)};
  }

 private:
  Real value_ = 0;
  double magnitude_ = 0, inherited_ = 0;
  std::size_t terms_ = 0;
};

template <class Real>
Bounded<Real> activated(const std::string& name, const Bounded<Real>& x) {
  const bool isNaN = !isPositive(x.value) && !isPositive(-x.value) && magnitudeOf(x.value) != 0;
  if (name == "relu") return {isPositive(x.value) || isNaN ? x.value : Real{}, x.error};
  // How steep the function is here, and at most around, as far as the error reaches: the slope changes by less than
  // 0.1 (sigmoid) and 0.8 (tanh) times the way.
  if (name == "tanh") {
    const Real value = hyperbolicTangent(x.value);
    const double y = magnitudeOf(value), slope = std::fmin(1, (1 - y) * (1 + y) + 0.8 * x.error + unit<double>);
    return {value, slope * x.error + functionError<Real> * y + leastError};
  }
  const Real value = sigmoid(x.value);
  const double y = magnitudeOf(value);
  const double slope = std::fmin(0.25, std::fmin(y * (1 - y) + 0.1 * x.error + unit<double>, y * std::exp(x.error)));
  return {value, slope * x.error + 2 * functionError<Real> * y + leastError};
}

template <class Real>
struct States {
  std::vector<Bounded<Real>> hidden, cell, sequence;
};

/// Runs a network in one arithmetic.
template <class Real>
class Run {
 public:
  explicit Run(const RecurrentNetwork& network) : network_(network) {}

  States<Real> lstm() {
    return all([&](std::size_t direction, const double* input, std::vector<Bounded<Real>>& hidden,
                   std::vector<Bounded<Real>>& cell) { lstmStep(direction, input, hidden, cell); });
  }

  States<Real> gru() {
    return all([&](std::size_t direction, const double* input, std::vector<Bounded<Real>>& hidden,
                   std::vector<Bounded<Real>>&) { gruStep(direction, input, hidden); });
  }

 private:
  using Values = std::vector<Bounded<Real>>;

  /// All directions and steps. `advance` makes the next state out of the one it gets.
  template <class Advance>
  States<Real> all(Advance advance) {
    const std::size_t size = network_.batch * network_.hiddenSize;
    States<Real> states;
    states.sequence.resize(network_.steps * network_.directions * size);
    for (std::size_t direction = 0; direction < network_.directions; ++direction) {
      Values hidden = initial(network_.initialHidden, direction), cell = initial(network_.initialCell, direction);
      const bool isBackward = network_.isBackward || direction == 1;
      for (std::size_t step = 0; step < network_.steps; ++step) {
        const std::size_t time = isBackward ? network_.steps - step - 1 : step;
        advance(direction, network_.input.data() + time * network_.batch * network_.inputSize, hidden, cell);
        std::copy(
            hidden.begin(), hidden.end(),
            states.sequence.begin() + static_cast<std::ptrdiff_t>((time * network_.directions + direction) * size));
      }
      states.hidden.insert(states.hidden.end(), hidden.begin(), hidden.end());
      states.cell.insert(states.cell.end(), cell.begin(), cell.end());
    }
    return states;
  }

  Values initial(const std::vector<double>& given, std::size_t direction) const {
    const std::size_t size = network_.batch * network_.hiddenSize;
    Values values(size);
    for (std::size_t i = 0; i < size && !given.empty(); ++i) values[i].value = given[direction * size + i];
    return values;
  }

  /// Which of all rows of weights (and biases) is that of the gate's unit j.
  std::size_t row(std::size_t direction, char gate, std::size_t j) const {
    return (direction * network_.layout.size() + network_.layout.find(gate)) * network_.hiddenSize + j;
  }

  void addInput(Sum<Real>& sum, std::size_t row, const double* input) const {
    const double* weight = network_.weight.data() + row * network_.inputSize;
    for (std::size_t k = 0; k < network_.inputSize; ++k) sum.addProduct(weight[k], input[k]);
  }
  void addHidden(Sum<Real>& sum, std::size_t row, const Bounded<Real>* hidden) const {
    const double* weight = network_.recurrentWeight.data() + row * network_.hiddenSize;
    for (std::size_t k = 0; k < network_.hiddenSize; ++k) sum.addProduct(weight[k], hidden[k]);
  }
  static void addBias(Sum<Real>& sum, const std::vector<double>& bias, std::size_t row) {
    if (!bias.empty()) sum.add({bias[row], 0});
  }

  /// What most gates are activated with: bias + recurrentBias + weight * x + recurrentWeight * h
  Sum<Real> gateSum(std::size_t row, const double* input, const Bounded<Real>* hidden) const {
    Sum<Real> sum;
    addBias(sum, network_.bias, row);
    addBias(sum, network_.recurrentBias, row);
    addInput(sum, row, input);
    addHidden(sum, row, hidden);
    return sum;
  }

  const std::string& activation(std::size_t index) const { return network_.activations[index]; }

  void lstmStep(std::size_t direction, const double* input, Values& hidden, Values& cell) const {
    const std::size_t hiddenSize = network_.hiddenSize;
    Values newHidden(hidden.size()), newCell(cell.size());
    for (std::size_t b = 0; b < network_.batch; ++b) {
      const double* x = input + b * network_.inputSize;
      const Bounded<Real>* h = hidden.data() + b * hiddenSize;
      for (std::size_t j = 0; j < hiddenSize; ++j) {
        const Bounded<Real> c = cell[b * hiddenSize + j];
        // The peepholes are packed in the order i, o, f, whatever the layout, and all look at the old cell state.
        const auto gate = [&](char name, std::size_t peephole) {
          Sum<Real> sum = gateSum(row(direction, name, j), x, h);
          if (!network_.peepholeWeight.empty())
            sum.addProduct(network_.peepholeWeight[(direction * 3 + peephole) * hiddenSize + j], c);
          return activated(activation(0), sum.result());
        };
        const Bounded<Real> i = gate('i', 0), f = gate('f', 2), o = gate('o', 1);
        const Bounded<Real> g = activated(activation(1), gateSum(row(direction, 'g', j), x, h).result());

        Sum<Real> next;
        next.add(product(f, c));
        next.add(product(i, g));
        newCell[b * hiddenSize + j] = next.result();
        newHidden[b * hiddenSize + j] = product(o, activated(activation(2), next.result()));
      }
    }
    hidden = std::move(newHidden);
    cell = std::move(newCell);
  }

  void gruStep(std::size_t direction, const double* input, Values& hidden) const {
    const std::size_t hiddenSize = network_.hiddenSize;
    Values newHidden(hidden.size()), reset(hiddenSize), resetHidden(hiddenSize);
    for (std::size_t b = 0; b < network_.batch; ++b) {
      const double* x = input + b * network_.inputSize;
      const Bounded<Real>* h = hidden.data() + b * hiddenSize;
      for (std::size_t j = 0; j < hiddenSize; ++j) {
        reset[j] = activated(activation(0), gateSum(row(direction, 'r', j), x, h).result());
        resetHidden[j] = product(reset[j], h[j]);
      }
      for (std::size_t j = 0; j < hiddenSize; ++j) {
        const Bounded<Real> z = activated(activation(0), gateSum(row(direction, 'z', j), x, h).result());
        const Bounded<Real> n = activated(activation(1), newGate(row(direction, 'n', j), x, h, reset[j], resetHidden));
        Sum<Real> rest, next;
        rest.add({1, 0});
        rest.add({-z.value, z.error});
        next.add(product(z, h[j]));
        next.add(product(n, rest.result()));
        newHidden[b * hiddenSize + j] = next.result();
      }
    }
    hidden = std::move(newHidden);
  }

  /// What the new gate is activated with; the reset gate comes after the product of matrices, or before.
  Bounded<Real> newGate(std::size_t row, const double* x, const Bounded<Real>* h, const Bounded<Real>& reset,
                        const Values& resetHidden) const {
    if (!network_.resetAfter) return gateSum(row, x, resetHidden.data()).result();
    Sum<Real> recurrent, sum;
    addBias(recurrent, network_.recurrentBias, row);
    addHidden(recurrent, row, h);
    addBias(sum, network_.bias, row);
    addInput(sum, row, x);
    sum.add(product(reset, recurrent.result()));
    return sum.result();
  }

  const RecurrentNetwork& network_;
};

bool isAllFinite(const RecurrentNetwork& network) {
  for (const auto* values :
       {&network.input, &network.weight, &network.recurrentWeight, &network.bias, &network.recurrentBias,
        &network.peepholeWeight, &network.initialHidden, &network.initialCell}) {
    if (!std::all_of(values->begin(), values->end(), [](double value) { return std::isfinite(value); })) return false;
  }
  return true;
}

/// The results of the first run whose bound settles how they round: in double, in twice that, or the last, in 640 bits.
template <class Wide, class Widest>
RecurrentResults rounded(const RecurrentNetwork& network, const States<double>& narrow, Wide runWide,
                         Widest runWidest) {
  std::optional<States<DoubleDouble>> wide;
  std::optional<States<BigReal>> widest;
  const DataType type = network.type;
  const bool isFinite = isAllFinite(network);
  const auto fromWidest = [&](auto of, std::size_t i) {
    if (!widest) widest = runWidest();
    return ((*widest).*of)[i].value.toDouble();
  };
  const auto fromWide = [&](auto of, auto ofWidest, std::size_t i) {
    if (!wide) wide = runWide();
    const auto& [value, error] = ((*wide).*of)[i];
    const Float128 near = value.toFloat128();
    const double lower = roundedToOdd(near - error), upper = roundedToOdd(near + error);
    const bool isSettled = std::isfinite(lower) && std::isfinite(upper) && roundAlike(type, lower, upper);
    return isSettled || !isFinite ? roundedToOdd(near) : fromWidest(ofWidest, i);
  };
  const auto pick = [&](const std::vector<Bounded<double>>& values, auto of, auto ofWidest) {
    std::vector<double> results;
    results.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto& [value, error] = values[i];
      const bool isSettled =
          std::isfinite(error) && std::isfinite(value) && roundAlike(type, value - error, value + error);
      results.push_back(isSettled ? value : fromWide(of, ofWidest, i));
    }
    return results;
  };
  return {pick(narrow.hidden, &States<DoubleDouble>::hidden, &States<BigReal>::hidden),
          pick(narrow.cell, &States<DoubleDouble>::cell, &States<BigReal>::cell),
          pick(narrow.sequence, &States<DoubleDouble>::sequence, &States<BigReal>::sequence)};
}

std::vector<double> optionalReals(const ComputeCall& call, std::string_view name) {
  const Tensor* tensor = call.optionalOperand(name);
  return tensor ? tensor->reals() : std::vector<double>{};
}

/// What networks and cells have alike.
RecurrentNetwork commonOf(const ComputeCall& call) {
  RecurrentNetwork network;
  const Tensor& input = call.operand("input");
  network.type = input.dataType();
  network.batch = input.shape()[input.rank() - 2];
  network.inputSize = input.shape()[input.rank() - 1];
  network.hiddenSize = static_cast<std::size_t>(call.arguments.integer("hiddenSize"));
  network.input = input.reals();
  network.weight = call.operand("weight").reals();
  network.recurrentWeight = call.operand("recurrentWeight").reals();
  network.bias = optionalReals(call, "bias");
  network.recurrentBias = optionalReals(call, "recurrentBias");
  network.layout = call.arguments.enumeration("layout");
  const bool isLstm = network.layout.size() == 4;
  if (isLstm) network.peepholeWeight = optionalReals(call, "peepholeWeight");
  if (!isLstm) network.resetAfter = call.arguments.boolean("resetAfter");
  if (call.arguments.has("activations")) {
    network.activations = call.arguments.enumerations("activations");
  } else {
    network.activations = {"sigmoid", "tanh", "tanh"};
  }
  return network;
}

}  // namespace

bool hasShape(const OperandDescriptor& descriptor, std::initializer_list<std::uint64_t> shape) {
  return std::equal(descriptor.shape.begin(), descriptor.shape.end(), shape.begin(), shape.end());
}

std::vector<std::string_view> recurrentActivations() {
  return {"relu", "sigmoid", "tanh"};
}

std::vector<std::string_view> recurrentDirections() {
  return {"forward", "backward", "both"};
}

RecurrentNetwork networkOf(const ComputeCall& call) {
  RecurrentNetwork network = commonOf(call);
  network.steps = call.operand("input").shape()[0];
  const std::string& direction = call.arguments.enumeration("direction");
  network.directions = direction == "both" ? 2 : 1;
  network.isBackward = direction == "backward";
  network.initialHidden = optionalReals(call, "initialHiddenState");
  if (network.layout.size() == 4) network.initialCell = optionalReals(call, "initialCellState");
  return network;
}

RecurrentNetwork cellOf(const ComputeCall& call) {
  RecurrentNetwork network = commonOf(call);
  network.initialHidden = call.operand("hiddenState").reals();
  if (network.layout.size() == 4) network.initialCell = call.operand("cellState").reals();
  return network;
}

RecurrentResults lstmResults(const RecurrentNetwork& network) {
  return rounded(
      network, Run<double>{network}.lstm(), [&] { return Run<DoubleDouble>{network}.lstm(); },
      [&] { return Run<BigReal>{network}.lstm(); });
}

RecurrentResults gruResults(const RecurrentNetwork& network) {
  return rounded(
      network, Run<double>{network}.gru(), [&] { return Run<DoubleDouble>{network}.gru(); },
      [&] { return Run<BigReal>{network}.gru(); });
}

}  // namespace conform
