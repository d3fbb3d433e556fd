// Shards of a run put together again, and how a run is cut into shards.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "checker/results/ResultsFile.hpp"

namespace conform {

struct NamedResults {
  std::string file;
  Results results;
};

/// What keeps these from being all the shards of one run: one is missing or double, did not come to its end, is of
/// another program, draft, subject, semantics or set of scenarios. Empty: nothing.
std::vector<std::string> mergeProblems(std::span<const NamedResults> shards);
/// The whole run: findings by scenario, semantics and subject, so that the order of the shards changes nothing.
Results merged(std::span<const NamedResults> shards);

/// Which of the scenarios (by place in `weights`, their expected seconds) belong to a shard: heaviest first, each to
/// the shard with the least so far. The same weights give the same cut, so that shards on different machines fit.
std::vector<std::size_t> membersOf(Shard shard, std::span<const double> weights);

/// Names a set of scenarios: their ids and texts, in this order.
class Fingerprint {
 public:
  void add(std::string_view id, std::string_view text);
  std::string text() const;

 private:
  std::uint64_t hash_ = 0;
};

}  // namespace conform
