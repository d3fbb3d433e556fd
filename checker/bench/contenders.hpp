// Who takes part in the benchmark: our engines, and Spin.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "checker/bench/Contest.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/AllowedOutcomes.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

inline const std::string defaultEngine = "default engine", fullExact = "full engine, exact",
                         fullFingerprints = "full engine, fingerprints", spinDefault = "Spin",
                         spinUnreduced = "Spin -DNOREDUCE", spinCollapsed = "Spin -DCOLLAPSE",
                         spinByHand = "Spin, reduced by hand", defaultListing = "default engine, all listed";

struct Caps {
  std::size_t memory = std::size_t{8} << 30;  ///< Bytes, for each run.
  unsigned seconds = 600;                     ///< CPU time of each run.
  unsigned spinTable = 24;                    ///< Spin's first hash table has 2^this slots; it grows.
};

/// What is asked of all: every outcome of a scenario.
struct Asked {
  Scenario scenario;
  Semantics semantics = parseSemantics("draft");
  Granularity granularity;
};

/// The model, asked from scratch: with the making of the scenario's program and its set-up.
Contender modelContender(const Asked& asked, Engine engine, const Caps& caps, bool lists = true);
/// The default engine, with every outcome written to the file within the time, as Spin does.
Contender listingContender(const Asked& asked, const Caps& caps);

/// A Promela model in Spin. `flags` are for the C compiler.
Contender spinContender(const std::string& name, const std::string& model, std::vector<std::string> definitions,
                        std::vector<std::string> flags, const Caps& caps);
/// By default, without partial-order reduction, with compressed states.
std::vector<Contender> spinContenders(const std::string& model, const std::vector<std::string>& definitions,
                                      const Caps& caps);

/// The family's Promela model that somebody reduced by hand, at the pinned granularity.
std::string_view familyReducedModel();

}  // namespace conform
