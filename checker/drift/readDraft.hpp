// Reads the source of a draft (Bikeshed, `index.bs`): its algorithms with the anchors that Bikeshed would give them,
// and their steps with nested numbers, normalised text and a hash of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace conform {

struct DraftStep {
  std::string number;  ///< "8.1.2"
  std::string text;    ///< Without markup, notes and issues; white space collapsed.
  std::uint64_t hash = 0;
  std::size_t line = 0;
};

struct DraftAlgorithm {
  std::string anchor;   ///< "dom-mltensor-destroy"
  std::string title;    ///< What the definition says: "destroy()".
  std::string heading;  ///< The normalised text in front of the first step: the parameters, or a whole algorithm of one
                        ///< sentence.
  std::uint64_t hash = 0;
  std::size_t line = 0;
  std::vector<DraftStep> steps;
};

std::vector<DraftAlgorithm> readDraft(std::string_view source);

/// One text for two ways of writing the same: links, variables and tags lose their markup, white space is collapsed.
std::string normalised(std::string_view text);

/// Of a normalised text.
std::uint64_t hashOf(std::string_view text);
/// Sixteen hexadecimal digits.
std::string hexadecimal(std::uint64_t hash);

}  // namespace conform
