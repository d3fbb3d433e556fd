// A loss rejects pending creations and builds in the call (what Chromium does).
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics rejectPendingOnLossSemantics;
const NamedSemantics rejectPendingOnLossSemantics{
    .name = "reject-pending-on-loss",
    .source = "https://www.w3.org/TR/webnn/#mlcontext-lose",
    .description = "A loss rejects pending creations and builds in the call (what Chromium does)",
    .settings = {{Point::pendingCreationsOnLoss, 1}},
};

}  // namespace conform
