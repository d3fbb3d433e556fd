// Known divergences: a file that says which findings are expected to fail, why, and until when (docs/expectations.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "checker/scenario/load.hpp"
#include "reports/Report.hpp"

namespace conform {

/// One entry. In the three names, "*" stands for any text.
struct Expectation {
  std::string scenario, subject = "*", semantics = "*";
  Verdict verdict = Verdict::Diverges;  ///< Or broken, or unknown.
  std::string reason;
  std::string link;        ///< Where it is discussed; may be empty.
  std::string expires;     ///< "2027-03-31": the last day on which it counts.
  bool sometimes = false;  ///< It may pass too.
  std::uint32_t line = 0;  ///< In its file.

  bool matches(const Finding& finding) const;
  bool hasExpired(std::string_view today) const { return expires < today; }
};

struct Expectations {
  std::string file;
  std::vector<Expectation> entries;
};

struct LoadedExpectations {
  Expectations expectations;
  std::vector<LoadError> errors;  ///< All that is wrong with the file.
};
LoadedExpectations parseExpectations(const std::string& file, std::string_view text);
/// Not being able to read it is an error of the list.
LoadedExpectations loadExpectations(const std::string& file);

/// The file's text.
std::string textOf(const Expectations& expectations);

/// "2026-12-01": this day in UTC, or so many days later.
std::string dayFromToday(int days = 0);

/// Whether "*" in the pattern, each standing for any text, can make it the text.
bool matchesPattern(std::string_view pattern, std::string_view text);

}  // namespace conform
