// The Chromium prototype of 2024: the promise of a pending read never settles.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics prototype2024Semantics;
const NamedSemantics prototype2024Semantics{
    .name = "prototype-2024",
    .source = "https://github.com/webmachinelearning/webnn/issues/716",
    .description = "The Chromium prototype of 2024: the promise of a pending read never settles",
    .settings = {{Point::pendingReadsOnDestroy, values::noReply}},
};

}  // namespace conform
