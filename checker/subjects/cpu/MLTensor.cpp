// MLTensor.destroy() and MLGraph.destroy().
#include <algorithm>

#include "checker/subjects/cpu/Realm.hpp"
#include "checker/subjects/cpu/entries.hpp"
#include "checker/subjects/cpu/objects.hpp"

namespace conform::cpu {

void MLTensor::destroy(By by) {
  const Faults& faults = context->realm.faults;
  isDestroyed = true;         // 1
  settlePendingPromises(by);  // 2
  if (faults.releaseEarly) {
    context->timeline.command([this] { data->memory.poison(); });
  }
  if (faults.dispatchCancel) {
    context->timeline.command([this] { context->timeline.dropDispatchesOf(*data); });
  }
  context->timeline.enqueue(std::make_unique<ReleaseTensor>(*data, name));  // 3
}

void MLTensor::settlePendingPromises(By by) {
  Realm& realm = context->realm;
  if (realm.faults.option1) return;
  std::vector<Promise*> promises = std::exchange(pendingPromises, {});
  if (realm.faults.rejectReversed) std::reverse(promises.begin(), promises.end());
  for (Promise* promise : promises) {
    const Error error = realm.faults.rejectWithTypeError ? Error::TypeError : Error::InvalidStateError;
    if (realm.faults.neverSettles && by == By::Script) {
      promise->abandon();
    } else if (realm.faults.rejectLate) {
      realm.loop.queueMLTask([promise, error] { promise->reject(error); });
    } else {
      promise->reject(error);
    }
  }
  if (realm.faults.settlesInTheCall) realm.loop.runMicrotasks();
}

void MLGraph::destroy() {
  if (isDestroyed) return;                                                 // 1
  isDestroyed = true;                                                      // 2
  context->timeline.enqueue(std::make_unique<ReleaseGraph>(*data, name));  // 3
}

}  // namespace conform::cpu
