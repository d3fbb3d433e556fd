// conform export promela: a scenario as a model for Spin.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/export/promela.hpp"
#include "checker/scenario/load.hpp"

namespace conform {
namespace {

int exportScenario(const std::vector<std::string>& given) {
  std::vector<std::string> arguments = given;
  std::string semantics = "draft";
  takeOption(arguments, "--semantics", semantics);
  if (arguments.size() != 2 || arguments[0] != "promela") throw UsageError("usage: conform export promela SCENARIO");
  PromelaSemantics chosen = PromelaSemantics::Draft;
  if (semantics == "option-1") {
    chosen = PromelaSemantics::Option1;
  } else if (semantics == "option-2") {
    chosen = PromelaSemantics::Option2;
  } else if (semantics == "prototype-2024") {
    chosen = PromelaSemantics::Prototype2024;
  } else if (semantics != "draft") {
    throw UsageError("Promela can be exported under draft, option-1, option-2 and prototype-2024");
  }
  const Loaded loaded = loadFile(arguments[1]);
  for (const LoadError& error : loaded.errors) std::cerr << error.text() << "\n";
  if (loaded.scenarios.size() != 1) throw UsageError("the file must hold one scenario");
  const auto exported = exportPromela(loaded.scenarios[0], chosen);
  if (const auto* problems = std::get_if<PromelaProblems>(&exported)) {
    for (const std::string& reason : problems->reasons) std::cerr << "cannot be exported: " << reason << "\n";
    return 2;
  }
  std::cout << std::get<std::string>(exported);
  return loaded.errors.empty() ? 0 : 2;
}

}  // namespace

extern const CliCommand exportCommand;
const CliCommand exportCommand{"export", "promela SCENARIO [--semantics S]",
                               "Writes a model for Spin, made from the scenario and the draft's steps alone.",
                               "conform export promela scenarios/thread/seed-01-original.json", exportScenario};

}  // namespace conform
