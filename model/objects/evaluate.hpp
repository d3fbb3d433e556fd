// From terms to bytes, by the reference kernels.
#pragma once

#include <map>
#include <vector>

#include "model/objects/Program.hpp"

namespace conform {

class Evaluator {
 public:
  explicit Evaluator(const Program& program) : program_(program) {}
  const std::vector<std::uint8_t>& bytesOf(Term term);

 private:
  std::vector<std::uint8_t> outputOf(const Terms::Node& node);

  const Program& program_;
  std::map<Term, std::vector<std::uint8_t>> known_;
};

}  // namespace conform
