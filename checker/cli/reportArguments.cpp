#include "checker/cli/reportArguments.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "checker/cli/files.hpp"
#include "model/spec/Table.hpp"

namespace conform {
namespace {

std::pair<const ReportFormat*, std::string> parse(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size())
    throw UsageError("--report takes FORMAT=PATH, not \"" + text + "\"; PATH - is standard output");
  const std::string name = text.substr(0, equals);
  return {&formatNamed(name), text.substr(equals + 1)};
}

}  // namespace

void ReportArguments::declare(CLI::App& app) {
  app.add_option("--report", reports_, "FORMAT=PATH, repeatable: writes a report (see conform list formats)")
      ->take_all()
      ->check([](const std::string& text) {
        try {
          parse(text);
          return std::string{};
        } catch (const UsageError& error) {
          return std::string{error.what()};
        }
      });
  app.add_flag("--quiet", quiet_, "Shows only what does not conform");
  app.add_flag("--verbose", verbose_, "Shows more: the allowed run of each scenario, step by step")
      ->excludes("--quiet");
}

/// https://no-color.org: set, and not to nothing.
bool noColour() {
  const char* value = std::getenv("NO_COLOR");
  return value != nullptr && *value != '\0';
}

Console plainConsole() {
  Console console;
  console.colours = isatty(STDOUT_FILENO) == 1 && !noColour();
  winsize size{};
  if (isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40)
    console.width = std::min<std::size_t>(size.ws_col, 120);
  return console;
}

Report emptyReport() {
  Report report;
  report.program = "webnn-conform " WEBNN_CONFORM_VERSION;
  report.draft = specCommit();
  return report;
}

Console ReportArguments::console() const {
  Console console = plainConsole();
  console.detail = quiet_ ? Console::Detail::Quiet : verbose_ ? Console::Detail::Verbose : Console::Detail::Normal;
  return console;
}

void ReportArguments::write(const Report& report) const {
  for (const std::string& text : reports_) {
    const auto [format, path] = parse(text);
    writeTo(path, "--report", [&, format = format](std::ostream& out) { format->write(report, out); });
  }
}

}  // namespace conform
