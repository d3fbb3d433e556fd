#include "checker/cli/storeArguments.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>

#include "checker/cli/files.hpp"
#include "checker/results/merge.hpp"

namespace conform {
namespace {

constexpr int daysOfNewEntries = 90;

std::optional<Shard> shardIn(const std::string& text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec != std::errc{} || index.ptr == end || *index.ptr != '/') return std::nullopt;
  const auto of = std::from_chars(index.ptr + 1, end, shard.of);
  if (of.ec != std::errc{} || of.ptr != end || shard.index < 1 || shard.index > shard.of || shard.of > 10'000)
    return std::nullopt;
  return shard;
}

}  // namespace

void StoreArguments::declare(CLI::App& app) {
  CLI::Option* results =
      app.add_option("--results", results_, "Stores the findings in this file as they come (docs/results.md)");
  app.add_option("--resume", resume_, "Goes on with a results file whose run was interrupted")->excludes(results);
  app.add_option("--shard", shard_, "I/N: only part I of N parts; conform merge puts them together")
      ->check(
          [](const std::string& text) { return shardIn(text) ? "" : "I/N, with I from 1 to N, not \"" + text + "\""; });
  app.add_option("--timings", timings_, "A results file: cuts the shards so that each takes as long as the others");
  CLI::Option* expectations = app.add_option("--expectations", expectations_,
                                             "Known divergences, which do not fail the run (docs/expectations.md)");
  app.add_flag("--update-expectations", update_, "Brings that file up to date with what this run finds")
      ->needs(expectations);
}

void StoreArguments::open(ResultsHead head, std::span<const Scenario> scenarios,
                          std::span<const std::string> semantics) {
  if (!expectations_.empty()) readExpectations();
  head.scenarios = scenarios.size();
  Fingerprint fingerprint;
  for (const Scenario& scenario : scenarios) fingerprint.add(scenario.id, scenario.json);
  head.fingerprint = fingerprint.text();
  if (!shard_.empty()) head.shard = *shardIn(shard_);

  if (!resume_.empty()) {
    before_ = readResults(resume_);
    for (const std::string& problem : before_->problems) tell(problem);
    if (shard_.empty()) head.shard = before_->head.shard;
    head.cpu = before_->head.cpu;
    const std::string difference = differenceOf(head, before_->head);
    if (!difference.empty()) throw UsageError("--resume: " + resume_ + " is of " + difference);
    keepDone(semantics);
    writer_.emplace(resume_, head, before_->results);
  } else if (!results_.empty()) {
    writer_.emplace(results_, head);
  }

  std::set<std::string> done;
  if (before_) {
    for (const Result& result : before_->results) done.insert(result.finding.id);
    tell(resume_ + ": " + std::to_string(done.size()) + " scenarios are done already");
  }
  for (const std::size_t i : membersOf(head.shard, weights(scenarios))) {
    if (!done.contains(scenarios[i].id)) due_.push_back(i);
  }
}

void StoreArguments::readExpectations() {
  Expectations expectations;
  expectations.file = expectations_;
  if (!update_ || std::filesystem::exists(expectations_)) expectations = expectationsIn(expectations_);
  judge_.emplace(std::move(expectations), dayFromToday());
}

/// Findings of a scenario that has some under each semantics: the others are made again.
void StoreArguments::keepDone(std::span<const std::string> semantics) {
  std::map<std::string, std::set<std::string>> under;
  for (const Result& result : before_->results) {
    if (result.finding.subject == before_->head.subject) under[result.finding.id].insert(result.finding.semantics);
  }
  std::erase_if(before_->results, [&](const Result& result) {
    return std::ranges::any_of(semantics,
                               [&](const std::string& name) { return !under[result.finding.id].contains(name); });
  });
}

/// What each scenario took in the run that --timings names; those that it does not have take as long as the others.
std::vector<double> StoreArguments::weights(std::span<const Scenario> scenarios) const {
  std::vector<double> weights(scenarios.size(), 1);
  if (timings_.empty()) return weights;
  std::map<std::string, double> seconds;
  for (const Result& result : readResults(timings_).results) seconds[result.finding.id] += result.seconds;
  if (seconds.empty()) return weights;
  const double mean = std::accumulate(seconds.begin(), seconds.end(), 0.0,
                                      [](double sum, const auto& one) { return sum + one.second; }) /
                      static_cast<double>(seconds.size());
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const auto found = seconds.find(scenarios[i].id);
    weights[i] = found == seconds.end() ? mean : found->second;
  }
  return weights;
}

std::vector<Finding> StoreArguments::stored() const {
  std::vector<Finding> findings;
  if (!before_) return findings;
  for (const Result& result : before_->results) findings.push_back(result.finding);
  return findings;
}

void StoreArguments::judge(Finding& finding) {
  if (judge_) judge_->take(finding);
}

void StoreArguments::take(Finding& finding, double seconds) {
  judge(finding);
  if (writer_) writer_->append(finding, seconds);
}

std::vector<std::string> StoreArguments::finish(bool& failed) {
  if (writer_) writer_->end();
  if (!judge_) return {};
  if (update_) {
    const Expectations updated = judge_->updated(dayFromToday(daysOfNewEntries));
    writeTo(expectations_, "--update-expectations", [&](std::ostream& out) { out << textOf(updated); });
    tell(expectations_ + ": " + std::to_string(updated.entries.size()) + " entries");
  }
  std::vector<std::string> told = judge_->unexpectedPasses();
  failed = failed || !told.empty();
  for (std::string& one : judge_->expired()) told.push_back(std::move(one));
  return told;
}

}  // namespace conform
