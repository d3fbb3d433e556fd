#include "checker/subjects/chromium/locate.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string>

#include "checker/subjects/Subject.hpp"

namespace conform {
namespace {

constexpr const char* defaultVersion = "153";

std::filesystem::path cacheFolder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  if (const auto own = variable("WEBNN_CONFORM_CACHE"); !own.empty()) return own;
  if (const auto users = variable("XDG_CACHE_HOME"); !users.empty()) return users / "webnn-conform";
  return variable("HOME") / ".cache" / "webnn-conform";
}

}  // namespace

std::filesystem::path findBrowser(std::string_view argument) {
  if (argument.find('/') != std::string_view::npos) {
    const std::filesystem::path path(argument);
    if (access(path.c_str(), X_OK) == 0) return path;
    throw SubjectError(SubjectError::Why::NotStarted, "there is no browser that can be run at " + path.string());
  }
  const std::string wanted(argument.empty() ? defaultVersion : argument);
  if (wanted.find_first_not_of("0123456789.") != std::string::npos) {
    throw SubjectError(SubjectError::Why::Usage,
                       "\"chromium:" + wanted + "\": after the colon comes a version (153) or a path");
  }
  const std::string major = wanted.substr(0, wanted.find('.'));
  const auto path = cacheFolder() / ("chromium-" + major) / "headless_shell";
  if (access(path.c_str(), X_OK) == 0) return path;
  throw SubjectError(SubjectError::Why::NotStarted, "Chromium " + wanted + " is not in the cache (" + path.string() +
                                                        "): run tools/fetch-chromium " + wanted);
}

std::filesystem::path findTestharness() {
  const auto path = cacheFolder() / "testharness" / "testharness.js";
  if (access(path.c_str(), R_OK) == 0) return path;
  throw SubjectError(SubjectError::Why::NotStarted,
                     "testharness.js is not in the cache (" + path.string() + "): run tools/fetch-testharness");
}

}  // namespace conform
