#include "checker/cli/files.hpp"

#include <fstream>
#include <iostream>
#include <utility>
#include <variant>

#include "checker/cli/Command.hpp"
#include "reports/text.hpp"

namespace conform {

void tell(std::string_view text) {
  std::cerr << "conform: " << printable(text) << "\n";
}

void tell(std::span<const LoadError> errors) {
  for (const LoadError& error : errors) std::cerr << printable(error.text()) << "\n";
}

std::string inputIn(const std::string& file) {
  auto text = textOfFile(file);
  if (const auto* error = std::get_if<LoadError>(&text)) throw UsageError(error->text());
  return std::get<std::string>(std::move(text));
}

void writeTo(const std::string& path, std::string_view option, const std::function<void(std::ostream&)>& write) {
  if (path == "-") {
    write(std::cout);
    std::cout.flush();
    return;
  }
  std::ofstream out{path, std::ios::binary};
  write(out);
  out.flush();
  if (!out) throw UsageError(std::string{option} + ": " + path + " cannot be written");
}

Expectations expectationsIn(const std::string& file) {
  LoadedExpectations loaded = loadExpectations(file);
  tell(loaded.errors);
  if (!loaded.errors.empty()) throw UsageError("--expectations: " + file + " has errors");
  return std::move(loaded.expectations);
}

const ReportFormat& formatNamed(const std::string& name) {
  if (const ReportFormat* format = reportFormatNamed(name)) return *format;
  std::vector<std::string> names;
  for (const ReportFormat* format : reportFormats()) names.emplace_back(format->name);
  refuseName("report format", name, names, "conform list formats");
}

}  // namespace conform
