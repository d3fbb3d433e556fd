// A finding in words: what every format says in the same way.
#pragma once

#include <string>
#include <string_view>

#include "reports/Report.hpp"

namespace conform {

/// Where the draft is published; an anchor follows.
constexpr std::string_view publishedDraft = "https://www.w3.org/TR/webnn/";

/// "What was observed is not allowed.": what a verdict means.
std::string_view meaningOf(Verdict verdict);
/// Whether it speaks against the subject, and is not known.
bool isFailure(const Finding& finding);
/// Whether it makes a run fail: a failure, or, unless that is allowed, what could not be told and is not known.
bool failsRun(const Finding& finding, bool allowUnknown);
/// "by #dom-mltensor-destroy step 2.2: reject it with InvalidStateError, now"
std::string because(const CitedStep& step);
/// One line: what was seen, and the step that decides otherwise; the reason, where nothing differs.
std::string headline(const Finding& finding);
/// Plain text of several lines: every difference with what was allowed there, the program, the command. Printable.
std::string explain(const Finding& finding);

}  // namespace conform
