// conform import: test cases of another form become scenario files.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/cli/files.hpp"
#include "checker/scenario/importCatalogue.hpp"
#include "checker/scenario/importVectors.hpp"

namespace conform {
namespace {

struct Options {
  std::string file, folder;
  std::vector<std::string> files;
};

bool write(const std::filesystem::path& path, const std::string& text) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary);
  out << text << std::flush;
  if (!out) tell(path.string() + " cannot be written");
  return static_cast<bool>(out);
}

int vectors(const Options& options) {
  std::size_t written = 0, failed = 0;
  for (const std::string& file : options.files) {
    const std::filesystem::path path{file};
    try {
      const std::string text = importVectors(path.stem().string(), inputIn(file));
      ++(write(std::filesystem::path(options.folder) / path.filename(), text) ? written : failed);
    } catch (const std::exception& error) {
      tell(file + ": " + error.what());
      ++failed;
    }
  }
  std::cout << written << " scenario files, " << failed << " errors\n";
  return failed == 0 ? 0 : 2;
}

int catalogue(const Options& options) {
  const ImportedCatalogue imported = importCatalogue(options.file, inputIn(options.file));
  tell(imported.errors);
  std::size_t written = 0, failed = imported.errors.size();
  for (const ImportedFile& file : imported.files) {
    ++(write(std::filesystem::path(options.folder) / file.path, file.text) ? written : failed);
  }
  std::cout << written << " scenario files, " << failed << " errors\n";
  return failed == 0 ? 0 : 2;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  CLI::App* cases = app.add_subcommand("catalogue", "Cases in the catalogue's form");
  cases->add_option("FILE", options->file, "The catalogue")->required();
  cases->add_option("-o,--output", options->folder, "The folder for the scenario files")->required();
  CLI::App* operators =
      app.add_subcommand("wpt-vectors", "Operator vectors, in the form of the web-platform-tests as data");
  operators->add_option("FILE", options->files, "Files with vectors, one operator each")->required();
  operators->add_option("-o,--output", options->folder, "The folder for the scenario files")->required();
  return [=] { return cases->parsed() ? catalogue(*options) : vectors(*options); };
}

}  // namespace

extern const CliCommand importCommand;
const CliCommand importCommand{"import", "Turns test cases of another form into scenario files.",
                               "conform import catalogue catalogue.json -o scenarios", define};

}  // namespace conform
