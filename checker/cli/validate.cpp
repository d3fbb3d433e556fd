// conform validate: reads scenario files and tells all that is wrong with them; runs nothing.
#include <iostream>

#include "checker/cli/files.hpp"
#include "checker/cli/formatArgument.hpp"
#include "checker/scenario/load.hpp"

namespace conform {
namespace {

struct Options {
  std::vector<std::string> paths;
  FormatArgument format;
};

void tell(const LoadError& error, bool isJson) {
  if (!isJson) {
    tell(std::span{&error, 1});
    return;
  }
  JsonLine line;
  line.member("file", error.file).member("line", error.line).member("column", error.column);
  line.member("pointer", error.pointer).member("message", error.message);
}

int validate(const Options& given) {
  const bool isJson = given.format.isJson();
  std::size_t good = 0, errors = 0, files = 0;
  for (const std::string& path : given.paths) {
    const std::vector<std::string> found = scenarioFilesIn(path);
    if (found.empty()) {
      tell({path, 0, 0, "", "no scenario files in it"}, isJson);
      ++errors;
    }
    for (const std::string& file : found) {
      const Loaded loaded = loadFile(file);
      for (const LoadError& error : loaded.errors) tell(error, isJson);
      good += loaded.scenarios.size();
      errors += loaded.errors.size();
      ++files;
    }
  }
  if (isJson) {
    JsonLine{}.member("files", files).member("scenarios", good).member("errors", errors);
  } else {
    std::cout << files << " files: " << good << " good scenarios, " << errors << " errors\n";
  }
  return errors == 0 ? 0 : 2;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("PATH", options->paths, "Scenario files and folders; - is standard input")->required();
  options->format.declare(app);
  return [options] { return validate(*options); };
}

}  // namespace

extern const CliCommand validateCommand;
const CliCommand validateCommand{"validate", "Tells all that is wrong with scenario files.",
                                 "conform validate scenarios/thread", define};

}  // namespace conform
