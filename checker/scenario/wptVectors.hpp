// Operator vectors in the form of the web-platform-tests as data: one JSON array a file, each entry a small graph, its
// inputs, what is expected of it and how near (docs/kernels.md, "Vectors").
#pragma once

#include <string>
#include <vector>

#include "model/kernels/Tensor.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

struct VectorTensor {
  std::string name;
  Tensor tensor;
  std::vector<double> unrounded;  ///< The numbers as they stand there; of float types only.
  bool isConstant = false;
  bool isFill = false;  ///< One value was given for all elements.
};

struct VectorOperator {
  std::string op;
  ArgumentList arguments;
  std::optional<ArgumentRecord> options;
  std::vector<std::string> outputs;
};

struct OperatorVector {
  std::string name, source;
  std::vector<VectorTensor> inputs, expected;
  std::vector<VectorOperator> operators;
  Tolerance tolerance;
};

/// Reads a file's text. Throws std::runtime_error with the vector's name and what is wrong with it.
std::vector<OperatorVector> parseVectors(const std::string& json);

}  // namespace conform
