#include "checker/cli/scenarioArguments.hpp"

#include <algorithm>

#include "checker/cli/files.hpp"
#include "checker/scenario/load.hpp"

namespace conform {

CLI::Option* ScenarioArguments::declare(CLI::App& app, const std::string& otherwise) {
  CLI::Option* option = app.add_option("PATH", paths, "Scenario files and folders; - is standard input");
  if (otherwise.empty()) {
    option->required();
  } else {
    option->default_str(otherwise);
    paths = {otherwise};
  }
  app.add_option("--only", only_, "Takes the scenarios with these ids, and no others")->take_all()->delimiter(',');
  return option;
}

void ScenarioArguments::forEach(const std::function<void(const Scenario&)>& take) {
  for (const std::string& path : paths) {
    const std::vector<std::string> files = path == "-" ? std::vector<std::string>{path} : scenarioFilesIn(path);
    if (files.empty()) {
      tell(path + ": no scenario files in it");
      badInput_ = true;
    }
    for (const std::string& file : files) {
      const Loaded loaded = loadFile(file);
      tell(loaded.errors);
      badInput_ = badInput_ || !loaded.errors.empty();
      for (const Scenario& scenario : loaded.scenarios) {
        if (only_.empty() || std::ranges::find(only_, scenario.id) != only_.end()) take(scenario);
      }
    }
  }
}

std::vector<Scenario> ScenarioArguments::all() {
  std::vector<Scenario> scenarios;
  forEach([&](const Scenario& scenario) { scenarios.push_back(scenario); });
  return scenarios;
}

void SemanticsArgument::declare(CLI::App& app) {
  app.add_option("--semantics", text,
                 "Readings of the spec: names joined by +, points set by name=value; a comma separates several (see "
                 "conform list semantics)")
      ->capture_default_str();
}

std::vector<Semantics> SemanticsArgument::all() const {
  std::vector<Semantics> all;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    all.push_back(parseSemantics(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return all;
}

Semantics SemanticsArgument::one() const {
  const std::vector<Semantics> semantics = all();
  if (semantics.size() != 1) throw UsageError("--semantics: this command takes one, not several");
  return semantics.front();
}

void GranularityArgument::declare(CLI::App& app) {
  app.add_option(
         "--granularity", coarser_,
         "Coarser steps than the draft's, to compare with models written so: whole-tasks (nothing happens "
         "within a task), tasks-in-order, one-release (a second destroy() releases nothing), loss-in-order (of the "
         "tensors)")
      ->delimiter(',')
      ->check(CLI::IsMember({"whole-tasks", "tasks-in-order", "one-release", "loss-in-order"}));
}

Granularity GranularityArgument::granularity() const {
  const auto has = [&](const char* name) { return std::ranges::find(coarser_, name) != coarser_.end(); };
  return {has("whole-tasks"), has("tasks-in-order"), has("one-release"), has("loss-in-order")};
}

void BoundArguments::declare(CLI::App& app) {
  app.add_option("--max-states", maxStates_, "Bound on the states that are explored")->capture_default_str();
  app.add_option("--max-memory", maxMemory_, "Bound on memory, in MiB")->capture_default_str();
  app.add_option("--timeout", timeout_, "Bound on time, in seconds, for each exploration")->capture_default_str();
}

void BoundArguments::declareWithLevel(CLI::App& app) {
  declare(app);
  app.add_option("--level", level_, "What is observed: by script alone, or the device's events too")
      ->capture_default_str()
      ->check(CLI::IsMember({"script", "device"}));
}

void BoundArguments::apply(ExploreOptions& options) const {
  options.maxStates = maxStates_;
  options.maxMemory = maxMemory_ << 20;
  options.timeoutSeconds = timeout_;
  options.deviceLevel = level_ == "device";
}

}  // namespace conform
