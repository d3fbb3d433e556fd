// Writes a results file, each line handed to the system whole, as it comes.
#pragma once

#include <span>
#include <string>

#include "checker/results/ResultsFile.hpp"

namespace conform {

class ResultsWriter {
 public:
  /// Begins a new file. Throws ResultsError if it cannot be written, or exists already and is no results file.
  ResultsWriter(const std::string& path, const ResultsHead& head);
  /// Goes on with a file that was read: `before` is what is kept of it. Until all that is written, the old file stays.
  ResultsWriter(const std::string& path, const ResultsHead& head, std::span<const Result> before);
  ~ResultsWriter();
  ResultsWriter(const ResultsWriter&) = delete;
  ResultsWriter& operator=(const ResultsWriter&) = delete;

  void append(const Finding& finding, double seconds);
  /// The run came to its end.
  void end();

 private:
  void line(const std::string& json);

  std::string path_;
  int file_ = -1;
  std::size_t findings_ = 0;
};

}  // namespace conform
