// The program: finds the command and runs it.
#include <cstdio>
#include <exception>
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/vocabulary/suggest.hpp"

namespace conform {

void refuseName(std::string_view kind, const std::string& name, const std::vector<std::string>& names,
                std::string_view see) {
  const std::string hint = didYouMean(name, names);
  throw UsageError("there is no " + std::string(kind) + " \"" + name + "\"" + hint +
                   (hint.empty() ? "; see " : " See ") + std::string(see));
}

bool takeOption(std::vector<std::string>& arguments, std::string_view name, std::string& value) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(std::string{name} + "=")) {
      value = arguments[i].substr(name.size() + 1);
      arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    if (arguments[i] != name) continue;
    if (i + 1 == arguments.size()) throw UsageError(std::string{name} + " needs a value");
    value = arguments[i + 1];
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i),
                    arguments.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    return true;
  }
  return false;
}

bool takeFlag(std::vector<std::string>& arguments, std::string_view name) {
  return std::erase(arguments, name) > 0;
}

void expectPaths(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw UsageError("no scenario was named");
  for (const std::string& argument : arguments) {
    if (argument.size() > 1 && argument[0] == '-') throw UsageError("unknown option " + argument);
  }
}

std::size_t toNumber(const std::string& text, std::string_view option) {
  try {
    std::size_t used = 0;
    const unsigned long long value = std::stoull(text, &used);
    if (used == text.size() && text[0] != '-') return value;
  } catch (const std::exception&) {
  }
  throw UsageError(std::string{option} + " needs a number, not \"" + text + "\"");
}

namespace {

void help(std::ostream& out) {
  out << "usage: conform COMMAND [ARGUMENTS]\n\n";
  for (const CliCommand* command : commands()) {
    out << "  " << command->name << ' ' << command->arguments << "\n      " << command->description
        << "\n      example: " << command->example << "\n";
  }
  out << "\nExit status: 0 all conforms, 1 a divergence, 2 bad usage or input, 3 a subject could not be started.\n";
}

int start(std::vector<std::string> arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "help") {
    help(arguments.empty() ? std::cerr : std::cout);
    return arguments.empty() ? 2 : 0;
  }
  for (const CliCommand* command : commands()) {
    if (command->name != arguments[0]) continue;
    arguments.erase(arguments.begin());
    if (takeFlag(arguments, "--help")) {
      std::cout << "usage: conform " << command->name << ' ' << command->arguments << "\n"
                << command->description << "\nexample: " << command->example << "\n";
      return 0;
    }
    return command->run(arguments);
  }
  std::vector<std::string> names;
  for (const CliCommand* command : commands()) names.emplace_back(command->name);
  refuseName("command", arguments[0], names, "conform --help");
}

}  // namespace
}  // namespace conform

int main(int argc, char** argv) {
  try {
    return conform::start({argv + 1, argv + argc});
  } catch (const conform::UsageError& error) {
    std::cerr << "conform: " << error.what() << "\n";
  } catch (const conform::SemanticsError& error) {
    std::cerr << "conform: " << error.what() << "\n";
  } catch (const conform::SubjectError& error) {
    std::cerr << "conform: " << error.what() << "\n";
    return error.why == conform::SubjectError::Why::NotStarted ? 3 : 2;
  } catch (const std::exception& error) {
    std::cerr << "conform: " << error.what() << "\n";
  }
  return 2;
}
