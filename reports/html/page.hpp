// The page's files, embedded by the build.
#pragma once

#include <string_view>

namespace conform {

std::string_view pageHtml();
std::string_view pageStyle();
std::string_view pageScript();

}  // namespace conform
