// The choice points of a semantics as the algorithms ask for them.
#pragma once

#include <cstdint>

#include "model/semantics/Semantics.hpp"

namespace conform {

enum class PendingReads : std::uint8_t { Reject, Complete, NoReply };
/// In which order destroy() rejects the pending reads of a tensor.
enum class ReadsOrder : std::uint8_t { Insertion, Any, PlainFirst };

struct Reading {
  PendingReads pendingReadsOnDestroy = PendingReads::Reject;
  bool destroyGivesAbortError = false;
  bool dropsDispatches = false;      ///< destroy() drops dispatches that have not begun and use the tensor.
  bool dropsReadsAndWrites = false;  ///< The same for reads and writes.
  bool tensorErrors = false;
  bool graphLost = false;
  bool builderDestroy = false;
  bool symbolDispose = false;
  bool byobSkipsSettled = false;
  bool rejectsCreationsOnLoss = false;
  bool buildChecksReachedConstants = false;
  bool useAfterDestroyIsInvalidState = false;
  bool hasConstantTensors = true;
  bool constantTensorsNotSupported = false;
  bool dependencyOrder = false;
  bool createTensorChecksDimensions = false;
  bool acceptsLongerBuffers = false;
  bool acceptsAnyView = false;
  bool acceptsAliasedInputs = false;
  bool checksLossFirst = false;
  bool queuedStepsAbort = false;     ///< The steps inside a queued task look for a loss too.
  bool lossIsFlag = false;           ///< *is lost* is a flag, not the state of the promise `lost`.
  bool checksDestroyedLast = false;  ///< Read, write and dispatch.
  ReadsOrder pendingReadsOrder = ReadsOrder::Insertion;
  bool losesInCreationOrder = false;  ///< Else in any order.
  bool hasExtendedTypes = false;      ///< int4 and uint4.

  Reading() = default;
  explicit Reading(const Semantics& semantics);
};

}  // namespace conform
