// The program: finds the command and runs it.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>

#include "checker/cli/Command.hpp"
#include "checker/cli/files.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/spec/Table.hpp"
#include "model/vocabulary/suggest.hpp"

namespace conform {

void refuseName(std::string_view kind, const std::string& name, const std::vector<std::string>& names,
                std::string_view see) {
  const std::string hint = didYouMean(name, names);
  throw UsageError("there is no " + std::string(kind) + " \"" + name + "\"" + hint +
                   (hint.empty() ? "; see " : " See ") + std::string(see));
}

namespace {

/// What CLI11 could not read, with what may have been meant.
[[noreturn]] void refuseExtra(const CLI::App& app) {
  const std::vector<std::string> extra = app.remaining(true);
  const CLI::App* command = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
  std::vector<std::string> names;
  for (const CLI::Option* option : command->get_options()) names.push_back(option->get_name());
  for (const std::string& word : extra) {
    if (word.starts_with("-"))
      refuseName("option", word.substr(0, word.find('=')), names, "conform " + command->get_name() + " --help");
  }
  throw UsageError("one argument too many: " + extra.front() + "; see conform " + command->get_name() + " --help");
}

int start(int argc, char** argv) {
  CLI::App app{"The executable reference model of the WebNN timelines, and the conformance checker built on it."};
  app.name("conform");
  app.set_version_flag("--version",
                       "webnn-conform " WEBNN_CONFORM_VERSION ", draft " + std::string{specCommit().substr(0, 7)});
  app.require_subcommand(1);
  app.footer(
      "conform COMMAND --help tells more of each.\n"
      "Exit status: 0 all conforms; 1 a divergence; 2 bad usage or input; 3 a subject could not be started.");
  std::map<const CLI::App*, std::function<int()>> actions;
  std::vector<std::string> names;
  for (const CliCommand* command : commands()) {
    names.emplace_back(command->name);
    CLI::App* sub = app.add_subcommand(names.back(), std::string{command->description});
    sub->footer("Example: " + std::string{command->example});
    actions[sub] = command->define(*sub);
  }
  if (argc > 1 && argv[1][0] != '-' && std::ranges::find(names, argv[1]) == names.end())
    refuseName("command", argv[1], names, "conform --help");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    refuseExtra(app);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    if (argc < 2) {
      std::cerr << app.help();
      return 2;
    }
    throw UsageError(error.what());
  }
  return actions.at(app.get_subcommands().front())();
}

}  // namespace
}  // namespace conform

int main(int argc, char** argv) {
  try {
    return conform::start(argc, argv);
  } catch (const conform::SubjectError& error) {
    conform::tell(error.what());
    return error.why == conform::SubjectError::Why::NotStarted ? 3 : 2;
  } catch (const std::exception& error) {  // UsageError and SemanticsError among them.
    conform::tell(error.what());
  }
  return 2;
}
