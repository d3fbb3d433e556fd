// A command of the program: one file each, one word in meson.build.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace conform {

struct CliCommand {
  std::string_view name;
  std::string_view arguments;
  std::string_view description;
  std::string_view example;
  int (*run)(const std::vector<std::string>& arguments);  ///< Gives the exit status.
};
std::span<const CliCommand* const> commands();

/// The user's mistake: exit status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws the UsageError for a name that there is not: "there is no KIND "NAME"", what may have been meant, and `see`.
[[noreturn]] void refuseName(std::string_view kind, const std::string& name, const std::vector<std::string>& names,
                             std::string_view see);

/// Takes "--name VALUE" or "--name=VALUE" out of the arguments, if it is there.
bool takeOption(std::vector<std::string>& arguments, std::string_view name, std::string& value);
/// Takes "--name" out of the arguments.
bool takeFlag(std::vector<std::string>& arguments, std::string_view name);
/// What is left must be paths.
void expectPaths(const std::vector<std::string>& arguments);
std::size_t toNumber(const std::string& text, std::string_view option);

}  // namespace conform
