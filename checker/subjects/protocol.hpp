// The messages of docs/subject-protocol.md, as far as every subject that is reached by messages needs them.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include "checker/subjects/Subject.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// A message that breaks the protocol; what it says goes into the finding.
struct ProtocolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The scenario's JSON on one line, with integers beyond 2^53 as decimal strings.
std::string portableJson(std::string_view json);

/// Bounds the size and the nesting of a message, before anything parses it. Throws ProtocolError.
void checkMessage(std::string_view message);

/// Hears the messages of one run and puts the observations together.
class RunReader {
 public:
  explicit RunReader(const Scenario& scenario);

  /// One message, as JSON text. True: it was the last of this run. Throws ProtocolError.
  bool hear(std::string_view message);

  /// What was heard so far.
  SubjectRun& run() { return run_; }

  /// The run ended otherwise than by its last message.
  SubjectRun broken(const std::string& reason);

 private:
  void observe(const struct MessageFields& fields);

  std::map<std::string, DataType> types_;  ///< Of each name whose value is contents.
  std::set<std::string> names_;            ///< That may be told, and have not been.
  std::set<std::string> marks_;
  SubjectRun run_;
};

}  // namespace conform
