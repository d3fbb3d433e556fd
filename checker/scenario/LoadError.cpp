#include "checker/scenario/LoadError.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "checker/scenario/JsonTree.hpp"

namespace conform {

std::string LoadError::text() const {
  std::string text = file;
  if (line != 0) text += ":" + std::to_string(line) + ":" + std::to_string(column);
  if (!pointer.empty()) text += ": " + pointer;
  return text + ": " + message;
}

std::vector<LoadError> errorsOf(const ParsedJson& parsed, const std::string& file, std::string_view text) {
  std::vector<LoadError> errors;
  for (const JsonProblem& problem : parsed.problems) {
    const LineAndColumn place = placeOf(text, problem.offset);
    errors.push_back({file, place.line, place.column, problem.pointer, problem.message});
  }
  return errors;
}

std::variant<std::string, LoadError> textOfFile(const std::string& file) {
  const auto cannot = [&](const std::string& why) { return LoadError{file, 0, 0, "", why}; };
  if (file == "-") return std::string{std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return cannot("no such file");
  if (std::filesystem::is_directory(file, error)) return cannot("a folder, not a file");
  if (const auto size = std::filesystem::file_size(file, error); !error && size > largestFile)
    return cannot("larger than " + std::to_string(largestFile >> 20) + " MiB");
  std::ifstream in(file, std::ios::binary);
  if (!in) return cannot("it cannot be read");
  return std::string{std::istreambuf_iterator<char>(in), {}};
}

}  // namespace conform
