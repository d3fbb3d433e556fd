// conform validate: reads scenario files and tells all that is wrong with them; runs nothing.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/scenario/load.hpp"

namespace conform {
namespace {

int validate(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw UsageError("validate what? Name files or folders; - is standard input");
  for (const std::string& argument : arguments) {
    if (argument.size() > 1 && argument.starts_with("-")) throw UsageError("no option " + argument);
  }
  std::size_t good = 0, errors = 0, files = 0;
  for (const std::string& path : arguments) {
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

}  // namespace

extern const CliCommand validateCommand;
const CliCommand validateCommand{"validate", "PATH...", "Tells all that is wrong with scenario files.",
                                 "conform validate scenarios/thread", validate};

}  // namespace conform
