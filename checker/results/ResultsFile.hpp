// The results of a run as JSON Lines (docs/results.md): a head line, one line for each finding as it comes, an end
// line. What was written survives the death of the program; a file without its end line is a run that was interrupted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "reports/Report.hpp"

namespace conform {

/// Part `index` (from 1) of `of` parts of a run.
struct Shard {
  std::size_t index = 1, of = 1;
  bool operator==(const Shard&) const = default;
};

/// What was run by what: results with different heads do not belong together.
struct ResultsHead {
  std::string program;  ///< "webnn-conform 0.1.0"
  std::string draft;    ///< The commit.
  std::string subject, subjectVersion;
  std::string semantics;      ///< As --semantics spells them.
  std::string cpu;            ///< Model name of the processor; may differ between shards.
  std::size_t scenarios = 0;  ///< Of the whole run, of every shard.
  std::string fingerprint;    ///< Of all these scenarios.
  Shard shard;
  std::string options;  ///< Others that change what is found: "--repeat 10 --seed 1".
  bool operator==(const ResultsHead&) const = default;
};

/// The first thing in which the results of two heads cannot belong together: "another program (A, not B)", a's first.
/// Empty: none. Processors and shards may differ.
std::string differenceOf(const ResultsHead& a, const ResultsHead& b);

/// A finding, and how long it took.
struct Result {
  Finding finding;
  double seconds = 0;
};

struct Results {
  ResultsHead head;
  std::vector<Result> results;
  bool ended = false;                 ///< Whether the run came to its end.
  std::vector<std::string> problems;  ///< What could not be kept, each with file and line.
};

/// Nothing in the file can be used; says why.
struct ResultsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads what can be read: a damaged line costs that line alone, and is told in `problems`. Throws ResultsError where
/// nothing is left, or the head is missing.
Results readResults(const std::string& path);
/// The same, of text; `name` stands in messages.
Results parseResults(const std::string& name, std::string_view text);

/// The model name of this machine's processor; "unknown" where the system does not tell.
std::string cpuModel();

}  // namespace conform
