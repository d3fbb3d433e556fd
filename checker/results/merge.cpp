#include "checker/results/merge.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <numeric>
#include <set>

#include "reports/text.hpp"

namespace conform {

std::vector<std::string> mergeProblems(std::span<const NamedResults> shards) {
  std::vector<std::string> problems;
  if (shards.empty()) return {"no results to merge"};
  const NamedResults& first = shards.front();
  const std::size_t of = first.results.head.shard.of;
  std::map<std::size_t, std::string> files;
  std::map<std::string, std::string> findings;
  for (const auto& [file, results] : shards) {
    if (const std::string difference = differenceOf(first.results.head, results.head); !difference.empty())
      problems.push_back(file + ": is of " + difference + " as " + first.file);
    const Shard shard = results.head.shard;
    const std::string name = "shard " + std::to_string(shard.index) + " of " + std::to_string(shard.of);
    if (shard.of != of)
      problems.push_back(file + ": is " + name + ", and " + first.file + " one of " + std::to_string(of));
    else if (const auto [at, isNew] = files.emplace(shard.index, file); !isNew)
      problems.push_back(file + ": " + name + " again; " + at->second + " is it already");
    if (!results.ended)
      problems.push_back(file + ": " + name + " did not come to its end; go on with --resume " + file);
    problems.insert(problems.end(), results.problems.begin(), results.problems.end());
    for (const Result& result : results.results) {
      const auto [at, isNew] = findings.emplace(result.finding.key(), file);
      if (!isNew && at->second != file)
        problems.push_back(file + ": has a finding for " + result.finding.key() + ", and so has " + at->second);
    }
  }
  for (std::size_t i = 1; i <= of; ++i) {
    if (!files.contains(i))
      problems.push_back("shard " + std::to_string(i) + " of " + std::to_string(of) + " is missing");
  }
  return problems;
}

Results merged(std::span<const NamedResults> shards) {
  Results whole;
  whole.ended = true;
  std::set<std::string> cpus;
  for (const auto& [file, results] : shards) {
    whole.head = results.head;
    cpus.insert(results.head.cpu);
    whole.results.insert(whole.results.end(), results.results.begin(), results.results.end());
  }
  whole.head.shard = {1, 1};
  whole.head.cpu = joined(cpus, "; ");
  std::ranges::sort(whole.results, {}, [](const Result& result) { return result.finding.key(); });
  return whole;
}

std::vector<std::size_t> membersOf(Shard shard, std::span<const double> weights) {
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return weights[i]; });
  std::vector<double> load(shard.of, 0);
  std::vector<std::size_t> members;
  for (const std::size_t i : order) {
    const auto least = std::ranges::min_element(load);
    if (static_cast<std::size_t>(least - load.begin()) + 1 == shard.index) members.push_back(i);
    *least += weights[i];
  }
  std::ranges::sort(members);
  return members;
}

void Fingerprint::add(std::string_view id, std::string_view text) {
  // The length keeps what moves from one to the other from being the same.
  const std::array<std::uint64_t, 2> sizes = {id.size(), text.size()};
  hash_ = XXH3_64bits_withSeed(sizes.data(), sizeof sizes, hash_);
  hash_ = XXH3_64bits_withSeed(id.data(), id.size(), hash_);
  hash_ = XXH3_64bits_withSeed(text.data(), text.size(), hash_);
}

std::string Fingerprint::text() const {
  std::array<char, 17> hex{};
  std::snprintf(hex.data(), hex.size(), "%016llx", static_cast<unsigned long long>(hash_));
  return hex.data();
}

}  // namespace conform
