// The scripts that run in the page, embedded by the build from checker/subjects/javascript/.
#pragma once

#include <string_view>

namespace conform {

std::string_view driverScript();
std::string_view pageScript();

}  // namespace conform
