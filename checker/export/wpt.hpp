// A scenario as a test of the web-platform-tests: a `.https.any.js` file that asserts what every allowed run has.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "model/vocabulary/Observation.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// Why a scenario cannot be written as such a test.
struct NotExportable {
  std::string reason;
  Place place;
};

struct WptOptions {
  std::string semantics = "draft";  ///< For the comment that says which text the test follows.
  bool header = true;               ///< META lines and 'use strict'; without them, more tests can go into one file.
};

/// `runs`: all allowed runs, under every order of the timeline that a portable test must accept. Where they differ
/// nothing is asserted but that the outcome is one of them.
std::variant<std::string, NotExportable> wptTest(const Scenario& scenario, const std::vector<Observations>& runs,
                                                 const WptOptions& options);

}  // namespace conform
