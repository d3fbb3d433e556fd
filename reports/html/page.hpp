// The page's files, embedded by the build.
#pragma once

#include <string_view>

namespace conform {

std::string_view reportPage();
std::string_view reportPageStyle();
std::string_view reportPageScript();

}  // namespace conform
