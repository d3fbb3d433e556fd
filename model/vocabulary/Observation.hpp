// What can be seen of a run, in order. A complete list of observations is an outcome of the scenario.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/vocabulary/Value.hpp"

namespace conform {

struct Observation {
  enum class Kind : std::uint8_t {
    Settled,  ///< A named promise: its observation reaction ran (outcome resolved or rejected).
    Called,   ///< A named call that gave no promise: recorded in the call (outcome returns or throws).
    Marked,   ///< A `mark` step ran; `name` is the mark.
    Pending,  ///< At the end of a run: a named promise that is not settled. In scenario order, behind all others.
    Device,   ///< Device level only; `name` is the label: "done:read(r)", "released:t".
  };
  Kind kind = Kind::Settled;
  std::string name;
  Outcome outcome;  ///< Of Settled and Called (and Pending, where it is `pending`).

  bool operator==(const Observation&) const = default;
};

/// One run, as a subject reports it. Names that do not occur are `notRun`.
using Observations = std::vector<Observation>;

}  // namespace conform
