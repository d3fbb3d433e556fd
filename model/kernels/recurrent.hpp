// What lstm, lstmCell, gru and gruCell share. The cells are networks of one step.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "model/kernels/Operator.hpp"

namespace conform {

/// Whether the shape is this one; its dimensions may be larger than any that a tensor can have.
bool hasShape(const OperandDescriptor& descriptor, std::initializer_list<std::uint64_t> shape);

/// *valid dimension*, of hiddenSize times the gates of two biases.
constexpr bool isValidHiddenSize(std::uint64_t hiddenSize, std::uint64_t factor) {
  return hiddenSize != 0 && hiddenSize <= 2147483647 / factor;
}

/// MLRecurrentNetworkActivation and MLRecurrentNetworkDirection.
std::vector<std::string_view> recurrentActivations();
std::vector<std::string_view> recurrentDirections();

/// A network, its operands as doubles; what is not given is empty.
struct RecurrentNetwork {
  DataType type = DataType::float32;
  std::size_t steps = 1, directions = 1, batch = 1, inputSize = 1, hiddenSize = 1;
  bool isBackward = false;                         ///< The only direction.
  std::vector<double> input;                       ///< [steps, batch, inputSize]
  std::vector<double> weight;                      ///< [directions, gates * hiddenSize, inputSize]
  std::vector<double> recurrentWeight;             ///< [directions, gates * hiddenSize, hiddenSize]
  std::vector<double> bias, recurrentBias;         ///< [directions, gates * hiddenSize]
  std::vector<double> peepholeWeight;              ///< [directions, 3 * hiddenSize]
  std::vector<double> initialHidden, initialCell;  ///< [directions, batch, hiddenSize]
  std::vector<std::string> activations;
  std::string layout;  ///< The letters of the gates: "iofg", "zrn", ...
  bool resetAfter = true;
};

/// The operands and options of the call; `steps`, `directions`, and where the state comes from differ.
RecurrentNetwork networkOf(const ComputeCall& call);
RecurrentNetwork cellOf(const ComputeCall& call);

/// What script gets, ready to be stored: last hidden state and last cell state [directions, batch, hiddenSize], all
/// hidden states [steps, directions, batch, hiddenSize].
struct RecurrentResults {
  std::vector<double> hidden, cell, sequence;
};

/// The whole network is one real-number function of its operands: nothing is rounded between its steps. Computed in
/// double with a running bound on the error; where that bound does not settle how a result rounds, the network is
/// computed again in twice the digits, and at last in 640 bits.
RecurrentResults lstmResults(const RecurrentNetwork& network);
RecurrentResults gruResults(const RecurrentNetwork& network);

}  // namespace conform
