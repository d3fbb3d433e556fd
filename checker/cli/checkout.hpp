// conform run --wpt DIR: the WebNN tests of a checkout of the web-platform-tests, in the browser that is the subject.
#pragma once

#include <string>

#include "checker/cli/reportArguments.hpp"

namespace conform {

/// Exit status as of any run.
int runCheckout(const std::string& checkout, const std::string& subject, const ReportArguments& reports);

}  // namespace conform
