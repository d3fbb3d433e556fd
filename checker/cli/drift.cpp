// conform drift: which modelled algorithms and steps differ in another revision of the draft.
#include <iostream>
#include <map>

#include "checker/cli/Command.hpp"
#include "checker/cli/files.hpp"
#include "checker/drift/compare.hpp"

namespace conform {
namespace {

/// One line a step, for tools/update-steps: anchor, number ("" for the heading), hash, title or text.
void list(const std::vector<DraftAlgorithm>& draft) {
  for (const DraftAlgorithm& algorithm : draft) {
    std::cout << algorithm.anchor << "\t\t" << hexadecimal(algorithm.hash) << '\t' << algorithm.title << '\n';
    for (const DraftStep& step : algorithm.steps)
      std::cout << algorithm.anchor << '\t' << step.number << '\t' << hexadecimal(step.hash) << '\t' << step.text
                << '\n';
  }
}

void tell(const Drift& drift) {
  std::cout << "  " << nameOf(drift.kind);
  if (!drift.before.empty()) std::cout << " step " << drift.before;
  if (!drift.after.empty() && drift.after != drift.before)
    std::cout << (drift.before.empty() ? " step " : " -> ") << drift.after;
  if (drift.kind != Drift::Kind::Renumbered) std::cout << ": " << drift.text;
  std::cout << '\n';
}

struct Options {
  std::string path;
  bool onlyList = false, isBrief = false;
};

int drift(const Options& options) {
  const std::vector<DraftAlgorithm> draft = readDraft(inputIn(options.path));
  if (draft.empty()) throw UsageError(options.path + ": no algorithm in it; is this the draft's source, index.bs?");
  const bool isBrief = options.isBrief;
  if (options.onlyList) {
    list(draft);
    return 0;
  }

  const std::vector<Drift> drifts = compareDraft(specAlgorithms(), draft);
  std::map<Drift::Kind, std::size_t> counts;
  std::string anchor;
  std::size_t algorithms = 0;
  for (const Drift& found : drifts) {
    ++counts[found.kind];
    if (found.anchor != anchor) {
      anchor = found.anchor;
      ++algorithms;
      if (!isBrief) std::cout << '#' << anchor << '\n';
    }
    if (!isBrief) tell(found);
  }
  if (!isBrief) {
    for (const DraftAlgorithm* algorithm : notModelled(specAlgorithms(), draft))
      std::cout << "not modelled: #" << algorithm->anchor << " (line " << algorithm->line << ")\n";
  }
  std::cout << algorithms << " of " << specAlgorithms().size() << " modelled algorithms differ from " << specCommit();
  for (const auto& [kind, count] : counts) std::cout << ", " << count << ' ' << nameOf(kind);
  std::cout << '\n';
  return drifts.empty() ? 0 : 1;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("INDEX_BS", options->path, "The draft's source, index.bs")->required();
  app.add_flag("--brief", options->isBrief, "The counts only");
  app.add_flag("--list", options->onlyList, "Every step of that revision with its hash, for tools/update-steps");
  return [options] { return drift(*options); };
}

}  // namespace

extern const CliCommand driftCommand;
const CliCommand driftCommand{"drift",
                              "Tells which modelled algorithms and steps differ in another revision of the draft.",
                              "conform drift ../webnn/index.bs", define};

}  // namespace conform
