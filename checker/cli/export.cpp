// conform export: a scenario in another language.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/export/promela.hpp"
#include "checker/scenario/load.hpp"

namespace conform {
namespace {

struct Options {
  std::string path, semantics = "draft";
};

int toPromela(const Options& options) {
  const std::string& semantics = options.semantics;
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
  const Loaded loaded = loadFile(options.path);
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

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  CLI::App* promela =
      app.add_subcommand("promela", "A model for Spin, made from the scenario and the draft's steps alone");
  promela->add_option("SCENARIO", options->path, "A file with one scenario")->required();
  promela->add_option("--semantics", options->semantics, "draft, option-1, option-2 or prototype-2024")
      ->capture_default_str();
  return [options] { return toPromela(*options); };
}

}  // namespace

extern const CliCommand exportCommand;
const CliCommand exportCommand{"export", "Writes a scenario in another language: a Promela model.",
                               "conform export promela scenarios/thread/seed-01-original.json", define};

}  // namespace conform
