// A finding as JSON, and back: a line of a results file, an entry of the JSON report and of the page.
// docs/report.schema.json says what it looks like.
#pragma once

#include "reports/JsonText.hpp"
#include "reports/Report.hpp"

namespace conform {

/// What is empty is left out.
void writeJson(JsonText& json, const Finding& finding);
/// Members of a finding alone.
void writeJson(JsonText& json, std::string_view key, const std::vector<TimelineStep>& narration);
void writeJson(JsonText& json, std::string_view key, const std::vector<Alternative>& alternatives);

/// A line of a results file: {"finding": ..., "seconds": ...}, or something else.
struct ResultLine {
  bool isJson = true, hasFinding = false;
  Finding finding;
  double seconds = 0;
};
/// Throws std::runtime_error, with what is wrong, for a finding that is none.
ResultLine readResultLine(std::string_view text);

}  // namespace conform
