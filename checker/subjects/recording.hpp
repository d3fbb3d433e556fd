// Runs as JSON lines, in the messages of the subject protocol: what `conform run --record FILE` writes, and a recorder
// elsewhere. Read by the subject `recorded:FILE`.
#pragma once

#include <cstdint>
#include <ostream>
#include <string_view>

#include "checker/subjects/Subject.hpp"

namespace conform {

/// The first line: who was recorded.
void writeRecordingHead(std::ostream& out, const Subject& subject);
/// One run: the scenario, what was seen, how it ended.
void writeRecordedRun(std::ostream& out, std::uint64_t id, const Scenario& scenario, const RunOptions& options,
                      const SubjectRun& run);

}  // namespace conform
