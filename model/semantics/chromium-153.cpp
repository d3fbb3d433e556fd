// What Chromium 153 does.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics chromium153Semantics;
const NamedSemantics chromium153Semantics{
    .name = "chromium-153",
    .source = "docs/chromium-153.md",
    .description = "What Chromium 153 does",
    .settings = {{Point::useAfterDestroy, 1},
                 {Point::byobAfterSettled, 1},
                 {Point::pendingCreationsOnLoss, 1},
                 {Point::timelineOrder, 1},
                 {Point::createTensorDimensions, 1},
                 {Point::lossFlag, 1},
                 {Point::bufferLength, 1},
                 {Point::bufferViewType, 1},
                 {Point::aliasedInputs, 1},
                 {Point::lossCheckFirst, 1},
                 {Point::destroyedCheck, 1},
                 {Point::pendingReadsOrder, values::plainFirst},
                 {Point::constantTensors, values::notSupported}},
    .isComposed = true,
};

}  // namespace conform
