// Coarser steps than the draft's, for comparing with models that were written so: the draft says of none of them that
// it could not be told apart, and outcomes are lost.
#pragma once

namespace conform {

struct Granularity {
  bool wholeTasks = false;    ///< A task of the scenario runs to its end in one step: no timeline acts in between.
  bool tasksInOrder = false;  ///< A task is not picked before those that are listed before it.
  bool oneRelease = false;    ///< destroy() of a destroyed tensor returns early, and releases nothing a second time.
  bool lossInOrder = false;   ///< A loss destroys the tensors in the order in which they were made, not in any.

  bool isTheDrafts() const { return !wholeTasks && !tasksInOrder && !oneRelease && !lossInOrder; }
};

}  // namespace conform
