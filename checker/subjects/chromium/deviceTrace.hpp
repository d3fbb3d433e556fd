// What the browser's own trace says of its device: which reads, writes and dispatches it performed, and in what order.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "checker/subjects/Subject.hpp"

namespace conform {

/// What `Tracing.start` has to be told, so that the trace has what is read here.
nlohmann::json deviceTraceConfig();

/// The device's part of a run.
struct DeviceTrace {
  Observations events;  ///< Of kind Device, in the order in which the device was done with them.
  DeviceTold told;
};

/// `events`: the trace, an array of events of the Trace Event Format. Marks of the driver tell which calls are the
/// scenario's (driver.js, traced()). The trace has no names of tensors: an operation is the call that was made as the
/// same one of its kind. Where calls on several contexts overtook each other, it has its kind for a name: "done:read".
DeviceTrace readDeviceTrace(const nlohmann::json& events);

}  // namespace conform
