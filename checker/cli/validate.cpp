// conform validate: reads scenario files and tells all that is wrong with them; runs nothing.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/scenario/load.hpp"

namespace conform {
namespace {

int validate(const std::vector<std::string>& paths) {
  std::size_t good = 0, errors = 0, files = 0;
  for (const std::string& path : paths) {
    const std::vector<std::string> found = scenarioFilesIn(path);
    if (found.empty()) {
      std::cerr << path << ": no scenario files in it\n";
      ++errors;
    }
    for (const std::string& file : found) {
      const Loaded loaded = loadFile(file);
      for (const LoadError& error : loaded.errors) std::cerr << error.text() << "\n";
      good += loaded.scenarios.size();
      errors += loaded.errors.size();
      ++files;
    }
  }
  std::cout << files << " files: " << good << " good scenarios, " << errors << " errors\n";
  return errors == 0 ? 0 : 2;
}

std::function<int()> define(CLI::App& app) {
  const auto paths = std::make_shared<std::vector<std::string>>();
  app.add_option("PATH", *paths, "Scenario files and folders; - is standard input")->required();
  return [paths] { return validate(*paths); };
}

}  // namespace

extern const CliCommand validateCommand;
const CliCommand validateCommand{"validate", "Tells all that is wrong with scenario files.",
                                 "conform validate scenarios/thread", define};

}  // namespace conform
