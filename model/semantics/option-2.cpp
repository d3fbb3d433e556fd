// Pending operations that use a destroyed tensor are aborted where they have not begun.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics option2Semantics;
const NamedSemantics option2Semantics{
    .name = "option-2",
    .source = "https://github.com/webmachinelearning/webnn/issues/716",
    .description = "Pending operations that use a destroyed tensor are aborted where they have not begun",
    .settings = {{Point::pendingReadsOnDestroy, values::reject}, {Point::notBegunOnDestroy, values::all}},
};

}  // namespace conform
