// conform import catalogue: cases in the catalogue's form become scenario files.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "checker/cli/Command.hpp"
#include "checker/scenario/importCatalogue.hpp"

namespace conform {
namespace {

int import(const std::vector<std::string>& given) {
  std::vector<std::string> arguments = given;
  std::string folder;
  if (!takeOption(arguments, "-o", folder) && !takeOption(arguments, "--output", folder))
    throw UsageError("import needs -o DIR: the folder for the scenario files");
  if (arguments.size() != 2 || arguments[0] != "catalogue") throw UsageError("import catalogue FILE -o DIR");
  std::ifstream in(arguments[1], std::ios::binary);
  if (!in) throw UsageError(arguments[1] + " cannot be read");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const ImportedCatalogue imported = importCatalogue(arguments[1], text);
  for (const LoadError& error : imported.errors) std::cerr << error.text() << "\n";
  std::size_t failed = imported.errors.size();
  for (const ImportedFile& file : imported.files) {
    const std::filesystem::path path = std::filesystem::path(folder) / file.path;
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

}  // namespace

extern const CliCommand importCommand;
const CliCommand importCommand{"import", "catalogue FILE -o DIR", "Turns cases of the catalogue into scenario files.",
                               "conform import catalogue catalogue.json -o scenarios", import};

}  // namespace conform
