// Every interleaving of a scenario, and on each step of each the properties.
#pragma once

#include <string>
#include <vector>

#include "model/properties/Property.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform {

struct BrokenProperty {
  const Property* property = nullptr;
  std::string what;               ///< For a reader, with the scenario's names.
  std::vector<NarratedStep> run;  ///< A shortest run up to there; empty where a sabotage spoiled it.
};

struct PropertyCheck {
  std::vector<BrokenProperty> broken;  ///< Each property once.
  std::size_t states = 0;
  bool complete = true;  ///< Whether all states were visited.
};

}  // namespace conform
