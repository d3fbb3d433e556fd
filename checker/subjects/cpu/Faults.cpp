#include "checker/subjects/cpu/Faults.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "checker/subjects/Subject.hpp"
#include "model/vocabulary/suggest.hpp"

namespace conform::cpu {
namespace {

constexpr std::array<Fault, 27> faults{{
    {"never-settles", &Faults::neverSettles, "a read that is pending at destroy() gets no answer"},
    {"release-early", &Faults::releaseEarly, "memory is poisoned at destroy(), although work is queued"},
    {"option-1", &Faults::option1, "a read that is pending at destroy() resolves"},
    {"resolve-stale", &Faults::resolveStale, "a read returns the bytes from before the last write"},
    {"reject-late", &Faults::rejectLate, "destroy() rejects pending reads in a later task"},
    {"reject-reversed", &Faults::rejectReversed, "destroy() rejects the last of the pending reads first"},
    {"reject-type-error", &Faults::rejectWithTypeError, "destroy() rejects pending reads with a TypeError"},
    {"use-after-destroy", &Faults::useAfterDestroy, "a destroyed tensor can be read, written and dispatched"},
    {"destroyed-is-invalidstate", &Faults::destroyedIsInvalidState, "use after destroy() is an InvalidStateError"},
    {"dispatch-cancel", &Faults::dispatchCancel, "destroy() drops the queued dispatches that use the tensor"},
    {"destroyed-graph-runs", &Faults::destroyedGraphRuns, "a destroyed graph can be dispatched"},
    {"keeps-memory", &Faults::keepsMemory, "memory is never released (seen at the level of the device)"},
    {"not-zeroed", &Faults::notZeroed, "createTensor() leaves old bytes in the tensor"},
    {"ignores-loss", &Faults::ignoresLoss, "a timeline does not stop when its context is lost"},
    {"lost-late", &Faults::lostLate, "lost resolves after the tensors were destroyed"},
    {"lost-never", &Faults::lostNever, "lost never settles"},
    {"loss-spares-tensors", &Faults::lossSpareTensors, "a loss does not destroy the context's tensors"},
    {"byob-skip-settled", &Faults::byobSkipSettled, "a rejected read does not write into the caller's buffer"},
    {"byob-ignores-detached", &Faults::byobIgnoresDetached, "a read into a detached buffer resolves"},
    {"settles-in-the-call", &Faults::settlesInTheCall, "reactions run inside destroy(), not as microtasks"},
    {"failure-is-success", &Faults::failureIsSuccess, "an operation that fails is reported as done"},
    {"build-reusable", &Faults::buildReusable, "a builder can build twice"},
    {"aliasing", &Faults::aliasing, "dispatch() accepts one tensor twice"},
    {"not-readable", &Faults::notReadable, "readable and writable are not looked at"},
    {"unordered", &Faults::unordered, "a timeline may start a newer entry first"},
    {"float16-sigmoid", &Faults::float16Sigmoid, "sigmoid is computed in float16"},
    {"float16-fusion", &Faults::float16Fusion, "mul and an add that alone uses its result: as one, in float16"},
}};

[[noreturn]] void refuse(std::string_view name) {
  std::string message = "the subject cpu has no fault \"" + std::string(name) + "\"";
  std::vector<std::string> names;
  for (const Fault& fault : faults) names.emplace_back(fault.name);
  message += didYouMean(name, names);
  message += " It has:";
  for (const Fault& fault : faults) message += " " + std::string(fault.name);
  throw SubjectError(SubjectError::Why::Usage, message);
}

}  // namespace

std::span<const Fault> allFaults() {
  return faults;
}

Faults parseFaults(std::string_view argument) {
  Faults chosen;
  while (!argument.empty()) {
    const std::size_t end = std::min(argument.find('+'), argument.size());
    const std::string_view name = argument.substr(0, end);
    const auto found =
        std::find_if(faults.begin(), faults.end(), [&](const Fault& fault) { return fault.name == name; });
    if (found == faults.end()) refuse(name);
    chosen.*found->flag = true;
    argument.remove_prefix(std::min(end + 1, argument.size()));
  }
  return chosen;
}

}  // namespace conform::cpu
