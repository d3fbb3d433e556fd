#include "checker/bench/Contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <ostream>

#include "checker/bench/Process.hpp"

namespace conform {
namespace {

double medianOf(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The first line in which two files part; empty where they do not.
std::string firstDifference(const std::string& one, const std::string& two) {
  std::ifstream a{one, std::ios::binary}, b{two, std::ios::binary};
  for (std::string x, y;;) {
    const bool hasX = static_cast<bool>(std::getline(a, x)), hasY = static_cast<bool>(std::getline(b, y));
    if (!hasX && !hasY) return "";
    if (hasX != hasY || x != y) return "\"" + (hasX ? x : "(the end)") + "\" and \"" + (hasY ? y : "(the end)") + "\"";
  }
}

std::string countAsText(double count) {
  if (count < 1e7) return fmt::format("{:.0f}", count);
  return fmt::format("{:.1f} M", count / 1e6);
}

}  // namespace

std::string secondsAsText(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

const Standing* ContestResult::find(const std::string& name) const {
  const auto found = std::ranges::find(standings, name, &Standing::name);
  return found == standings.end() || !found->problem.empty() ? nullptr : &*found;
}

ContestResult runContest(const std::vector<Contender>& contenders, unsigned rounds) {
  const ScratchDirectory scratch;
  ContestResult result;
  std::vector<std::vector<double>> times(contenders.size());
  for (const Contender& contender : contenders)
    result.standings.push_back({contender.name, "", contender.buildSeconds, 0, 0, {}});
  const auto fileOf = [&](std::size_t i) { return scratch.path() + "/" + std::to_string(i); };
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      Standing& standing = result.standings[i];
      if (!standing.problem.empty()) continue;
      standing.last = contenders[i].run(fileOf(i));
      standing.problem = standing.last.problem;
      times[i].push_back(standing.last.cpuSeconds);
    }
  }
  std::size_t first = contenders.size();
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    Standing& standing = result.standings[i];
    standing.least = std::ranges::min(times[i]);
    standing.median = medianOf(times[i]);
    if (!standing.problem.empty()) continue;
    if (!contenders[i].listsOutcomes) continue;
    if (first == contenders.size()) first = i;
    if (const std::string where = firstDifference(fileOf(first), fileOf(i)); !where.empty())
      result.differences.push_back(contenders[first].name + " and " + standing.name + " part at " + where);
  }
  return result;
}

void print(const ContestResult& result, const std::string& reference, std::ostream& out) {
  const Standing* base = result.find(reference);
  out << fmt::format("  {:<38} {:>12} {:>11} {:>11} {:>11} {:>11} {:>8} {:>9} {:>12}\n", "", "outcomes", "states",
                     "transitions", "CPU, least", "median", "MiB", "build", "ratio");
  for (const Standing& one : result.standings) {
    if (!one.problem.empty()) {
      out << fmt::format("  {:<38} {}\n", one.name, one.problem);
      continue;
    }
    const std::string ratio = base == nullptr ? "" : fmt::format("{:.1f}x", base->least / one.least);
    out << fmt::format("  {:<38} {:>12} {:>11} {:>11} {:>11} {:>11} {:>8} {:>9} {:>12}\n", one.name, one.last.outcomes,
                       countAsText(one.last.states), countAsText(one.last.transitions), secondsAsText(one.least),
                       secondsAsText(one.median), (one.last.peakKiB + 512) / 1024,
                       one.buildSeconds == 0 ? "" : secondsAsText(one.buildSeconds), ratio);
  }
  for (const std::string& difference : result.differences) out << "  DIFFERENT SETS: " << difference << "\n";
}

}  // namespace conform
