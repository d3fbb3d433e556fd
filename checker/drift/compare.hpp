// Which modelled algorithms and steps differ in another revision of the draft.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checker/drift/readDraft.hpp"
#include "model/spec/Table.hpp"

namespace conform {

struct Drift {
  enum class Kind : std::uint8_t {
    AlgorithmRemoved,
    HeadingChanged,  ///< Parameters, or the whole of an algorithm of one sentence.
    Added,           ///< A step that is not modelled.
    Removed,
    Changed,
    Renumbered,  ///< The same text, elsewhere in the algorithm.
  };
  Kind kind = Kind::Changed;
  std::string anchor;
  std::string before, after;  ///< The step's numbers; empty where there is none.
  std::string text;           ///< Of the revision; of a removed step our wording.
};

/// All differences, in the order of the table, and within an algorithm in the order of the steps.
std::vector<Drift> compareDraft(std::span<const SpecAlgorithm> modelled, const std::vector<DraftAlgorithm>& draft);

/// Algorithms of the revision that are not modelled at all.
std::vector<const DraftAlgorithm*> notModelled(std::span<const SpecAlgorithm> modelled,
                                               const std::vector<DraftAlgorithm>& draft);

std::string_view nameOf(Drift::Kind kind);

}  // namespace conform
