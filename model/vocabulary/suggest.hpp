// "did you mean ...?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace conform {

/// The candidate that is nearest to the word, if one is near enough to have been meant; else empty.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `; did you mean "x"?`, or nothing.
std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace conform
