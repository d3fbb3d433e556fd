// A user's own checkout of the web-platform-tests: its WebNN tests in a browser, told as findings beside ours.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "checker/subjects/chromium/Page.hpp"
#include "checker/subjects/chromium/wpt.hpp"
#include "reports/Report.hpp"

namespace conform {

/// The tests (.any.js, .window.js) of the checkout's webnn folder, as paths from the root of the checkout, sorted.
/// Throws std::runtime_error where there is no such folder.
std::vector<std::string> wptTestsIn(const std::filesystem::path& checkout);

/// One finding for each subtest, and one for a file that did not come to its end. The semantics is "wpt": what the
/// checkout asserts.
std::vector<Finding> wptFindings(const WptResult& result, const std::string& file, const std::string& subject,
                                 const std::string& version);

}  // namespace conform
