// What a device did against what the model's device may do. The device runs beside script, in no order with it: the
// order of its own events is what is compared, in the runs in which script sees what it saw.
#pragma once

#include <string>
#include <vector>

#include "checker/subjects/Subject.hpp"
#include "model/systems/AllowedOutcomes.hpp"
#include "reports/Report.hpp"

namespace conform {

/// What script saw, and what the device did, without the releases: their order is not compared.
struct Levels {
  Observations script, device;
};
Levels levelsOf(const Observations& observations);

struct DeviceOrder {
  std::vector<Difference> differences;  ///< Empty: the order is allowed.
  std::vector<std::string> nearest;     ///< Events of the nearest allowed run, as far as the subject tells them.
  std::vector<NarratedStep> narration;  ///< A run that has them.
  bool withScript = true;  ///< Compared with the runs that script saw one of; false: no run has what script saw.
};

/// `outcomes`: explored with device events (`ExploreOptions::deviceLevel`). An event without a name ("done:read") is
/// any of its kind.
DeviceOrder deviceOrder(const AllowedOutcomes& outcomes, const Levels& seen, const DeviceTold& told);
/// Whether it is allowed; without the work of saying why not.
bool allowsDeviceOrder(const AllowedOutcomes& outcomes, const Levels& seen, const DeviceTold& told);

}  // namespace conform
