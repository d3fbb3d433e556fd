// conform import: test cases of another form become scenario files.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "checker/cli/Command.hpp"
#include "checker/scenario/importCatalogue.hpp"

namespace conform {
namespace {

struct Options {
  std::string file, folder;
};

int catalogue(const Options& options) {
  std::ifstream in(options.file, std::ios::binary);
  if (!in) throw UsageError(options.file + " cannot be read");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const ImportedCatalogue imported = importCatalogue(options.file, text);
  for (const LoadError& error : imported.errors) std::cerr << error.text() << "\n";
  std::size_t failed = imported.errors.size();
  for (const ImportedFile& file : imported.files) {
    const std::filesystem::path path = std::filesystem::path(options.folder) / file.path;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    std::ofstream out(path, std::ios::binary);
    out << file.text << std::flush;
    if (out) continue;
    std::cerr << path.string() << ": it cannot be written\n";
    ++failed;
  }
  std::cout << imported.files.size() << " scenario files, " << failed << " errors\n";
  return failed == 0 ? 0 : 2;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  CLI::App* cases = app.add_subcommand("catalogue", "Cases in the catalogue's form");
  cases->add_option("FILE", options->file, "The catalogue")->required();
  cases->add_option("-o,--output", options->folder, "The folder for the scenario files")->required();
  return [options] { return catalogue(*options); };
}

}  // namespace

extern const CliCommand importCommand;
const CliCommand importCommand{"import", "Turns test cases of another form into scenario files.",
                               "conform import catalogue catalogue.json -o scenarios", define};

}  // namespace conform
