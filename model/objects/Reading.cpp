#include "model/objects/Reading.hpp"

namespace conform {

Reading::Reading(const Semantics& s)
    : pendingReadsOnDestroy(static_cast<PendingReads>(s[Point::pendingReadsOnDestroy])),
      destroyGivesAbortError(!s.isDraft(Point::destroyError)),
      dropsDispatches(s[Point::notBegunOnDestroy] != values::nothing),
      dropsReadsAndWrites(s[Point::notBegunOnDestroy] == values::all),
      tensorErrors(!s.isDraft(Point::tensorErrors)),
      graphLost(!s.isDraft(Point::graphLost)),
      builderDestroy(!s.isDraft(Point::builderDestroy)),
      symbolDispose(!s.isDraft(Point::symbolDispose)),
      byobSkipsSettled(!s.isDraft(Point::byobAfterSettled)),
      rejectsCreationsOnLoss(!s.isDraft(Point::pendingCreationsOnLoss)),
      buildChecksReachedConstants(!s.isDraft(Point::buildConstantCheck)),
      useAfterDestroyIsInvalidState(!s.isDraft(Point::useAfterDestroy)),
      hasConstantTensors(s[Point::constantTensors] != values::no),
      constantTensorsNotSupported(s[Point::constantTensors] == values::notSupported),
      dependencyOrder(!s.isDraft(Point::timelineOrder)),
      createTensorChecksDimensions(!s.isDraft(Point::createTensorDimensions)),
      acceptsLongerBuffers(!s.isDraft(Point::bufferLength)),
      acceptsAnyView(!s.isDraft(Point::bufferViewType)),
      acceptsAliasedInputs(!s.isDraft(Point::aliasedInputs)),
      checksLossFirst(!s.isDraft(Point::lossCheckFirst)),
      queuedStepsAbort(!s.isDraft(Point::queuedStepsAbort)),
      lossIsFlag(!s.isDraft(Point::lossFlag)),
      checksDestroyedLast(!s.isDraft(Point::destroyedCheck)),
      pendingReadsOrder(static_cast<ReadsOrder>(s[Point::pendingReadsOrder])),
      losesInCreationOrder(!s.isDraft(Point::loseOrder)),
      hasExtendedTypes(!s.isDraft(Point::extendedTypes)) {}

}  // namespace conform
