// Where the browsers and the test harness are that the tools fetched.
#pragma once

#include <filesystem>
#include <string_view>

namespace conform {

/// What stands behind `chromium:`: a version, a path, or nothing. Throws SubjectError.
std::filesystem::path findBrowser(std::string_view argument);

/// The testharness.js that tools/fetch-testharness brings. Throws SubjectError where it is not there.
std::filesystem::path findTestharness();

}  // namespace conform
