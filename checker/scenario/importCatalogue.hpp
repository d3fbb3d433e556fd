// Turns cases in the catalogue's form (an array of objects with setup, calls, expect, variants) into scenario files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checker/scenario/load.hpp"

namespace conform {

struct ImportedFile {
  std::string path;  ///< Below the output folder: "thread/ID.json" of category seed, else "spec/CATEGORY/ID.json".
  std::string text;
};

struct ImportedCatalogue {
  std::vector<ImportedFile> files;
  std::vector<LoadError> errors;  ///< A case with an error gives no file. Keys that the form does not have are errors.
};

ImportedCatalogue importCatalogue(const std::string& file, std::string_view text);

}  // namespace conform
