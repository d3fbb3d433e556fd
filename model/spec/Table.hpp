// What steps.json says of each algorithm that is modelled: the steps of the draft, in our own words.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace conform {

struct SpecStep {
  std::string_view number;
  std::string_view text;         ///< Our own wording.
  std::string_view notModelled;  ///< Why nothing in the model cites it; empty for a step that is cited.
  std::uint64_t hash = 0;        ///< Of the draft's normalised text.
};

struct SpecAlgorithm {
  std::string_view anchor, title;
  std::uint64_t hash = 0;  ///< Of the normalised text in front of the steps.
  std::span<const SpecStep> steps;

  const SpecStep* step(std::string_view number) const;
};

/// In the draft's order. The table is made from steps.json.
std::span<const SpecAlgorithm> specAlgorithms();
/// The draft's revision that it was made from.
std::string_view specCommit();

/// By anchor, without the "#". Null if it is not modelled.
const SpecAlgorithm* specAlgorithm(std::string_view anchor);
/// Our wording of a step; empty if there is none.
std::string_view stepText(std::string_view anchor, std::string_view number);
/// "#dom-mlcontext-readtensor step 8.1.2: that failed: queue a task:".
std::string cite(std::string_view anchor, std::string_view number);

}  // namespace conform
