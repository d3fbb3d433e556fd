#include "model/spec/Table.hpp"

namespace conform {

const SpecStep* SpecAlgorithm::step(std::string_view number) const {
  for (const SpecStep& candidate : steps) {
    if (candidate.number == number) return &candidate;
  }
  return nullptr;
}

const SpecAlgorithm* specAlgorithm(std::string_view anchor) {
  for (const SpecAlgorithm& algorithm : specAlgorithms()) {
    if (algorithm.anchor == anchor) return &algorithm;
  }
  return nullptr;
}

std::string_view stepText(std::string_view anchor, std::string_view number) {
  const SpecAlgorithm* algorithm = specAlgorithm(anchor);
  const SpecStep* step = algorithm ? algorithm->step(number) : nullptr;
  return step ? step->text : std::string_view{};
}

std::string cite(std::string_view anchor, std::string_view number) {
  std::string text = "#" + std::string(anchor);
  if (!number.empty()) text += " step " + std::string(number);
  const std::string_view wording = stepText(anchor, number);
  return wording.empty() ? text : text + ": " + std::string(wording);
}

}  // namespace conform
