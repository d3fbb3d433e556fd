#include "model/vocabulary/suggest.hpp"

#include <algorithm>
#include <cctype>

namespace conform {
namespace {

/// Insertions, deletions, substitutions and swaps of neighbours; letters of another case cost nothing.
std::size_t distance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      const std::size_t change = table[i - 1][j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      table[i][j] = std::min({change, table[i - 1][j] + 1, table[i][j - 1] + 1});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t bestDistance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (word.size() > 100 || candidate.size() > 100) continue;  // The table would be large, and nobody mistypes that.
    const std::size_t d = distance(word, candidate);
    if (d < bestDistance) bestDistance = d, best = candidate;
  }
  return best;
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? "" : "; did you mean \"" + near + "\"?";
}

}  // namespace conform
