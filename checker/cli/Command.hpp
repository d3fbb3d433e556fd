// A command of the program: one file each, one word in meson.build.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace conform {

struct CliCommand {
  std::string_view name;
  std::string_view description;
  std::string_view example;
  /// Declares its options, and gives what runs once they are read: its result is the exit status.
  std::function<int()> (*define)(CLI::App& app);
};
std::span<const CliCommand* const> commands();

/// The user's mistake: exit status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws the UsageError for a name that there is not: "there is no KIND "NAME"", what may have been meant, and `see`.
[[noreturn]] void refuseName(std::string_view kind, const std::string& name, const std::vector<std::string>& names,
                             std::string_view see);

}  // namespace conform
