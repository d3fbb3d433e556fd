// conform merge: the shards of a run, put together again.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/cli/files.hpp"
#include "checker/results/ResultsWriter.hpp"
#include "checker/results/merge.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::string output;
};

int merge(const Options& given) {
  std::vector<NamedResults> shards;
  std::vector<std::string> problems;
  for (const std::string& path : given.paths) {
    try {
      shards.push_back({path, readResults(path)});
    } catch (const ResultsError& error) {
      problems.emplace_back(error.what());
    }
  }
  for (const std::string& problem : mergeProblems(shards)) problems.push_back(problem);
  for (const std::string& problem : problems) tell(problem);
  if (!problems.empty()) {
    tell("nothing was merged");
    return 2;
  }
  const Results whole = merged(shards);
  ResultsWriter writer{given.output, whole.head};
  for (const Result& result : whole.results) writer.append(result.finding, result.seconds);
  writer.end();
  std::cout << "merged " << shards.size() << " shards, " << whole.results.size() << " findings\n";
  return 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("RESULTS", options->paths, "The results files of all shards, in any order")->required();
  app.add_option("-o,--output", options->output, "The results file of the whole run")->required();
  return [options] { return merge(*options); };
}

}  // namespace

extern const CliCommand mergeCommand;
const CliCommand mergeCommand{"merge",
                              "Puts the shards of a run together, and refuses if one is missing, double or another's.",
                              "conform merge shard-1.jsonl shard-2.jsonl -o results.jsonl", define};

}  // namespace conform
