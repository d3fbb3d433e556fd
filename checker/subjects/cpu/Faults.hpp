// The ways in which the CPU subject can be made wrong on purpose, to show that the checker would notice.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace conform::cpu {

struct Faults {
  bool neverSettles = false;
  bool releaseEarly = false;
  bool option1 = false;
  bool resolveStale = false;
  bool rejectLate = false;
  bool rejectReversed = false;
  bool rejectWithTypeError = false;
  bool useAfterDestroy = false;
  bool destroyedIsInvalidState = false;
  bool dispatchCancel = false;
  bool destroyedGraphRuns = false;
  bool keepsMemory = false;
  bool notZeroed = false;
  bool ignoresLoss = false;
  bool lostLate = false;
  bool lostNever = false;
  bool lossSpareTensors = false;
  bool byobSkipSettled = false;
  bool byobIgnoresDetached = false;
  bool settlesInTheCall = false;
  bool failureIsSuccess = false;
  bool buildReusable = false;
  bool aliasing = false;
  bool notReadable = false;
  bool unordered = false;
  bool float16Sigmoid = false;
  bool float16Fusion = false;
};

struct Fault {
  std::string_view name;
  bool Faults::*flag;
  std::string_view description;
};

/// All faults, those that docs name first.
std::span<const Fault> allFaults();

/// "never-settles", or several with `+` between them. Throws SubjectError, with a suggestion, for an unknown one.
Faults parseFaults(std::string_view argument);

}  // namespace conform::cpu
