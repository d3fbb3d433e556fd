// A scenario as a test of the web-platform-tests: what every allowed run has is asserted, the rest is a comment.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "checker/export/portableRuns.hpp"

namespace conform {

/// One promise_test, and which helpers of the file it calls.
struct WptTest {
  std::string text;
  bool needsOutcomeOf = false, needsSettled = false;
  bool isDecided = false;  ///< Nothing is left open: the test asserts the whole of the only allowed run.
};

std::variant<WptTest, NotExportable> wptTest(const Scenario& scenario, const AllowedRuns& allowed);

/// A `.https.any.js` file of these tests. `semantics`: whose reading it states.
std::string wptFile(const std::string& title, const std::string& semantics, const std::vector<WptTest>& tests);

}  // namespace conform
