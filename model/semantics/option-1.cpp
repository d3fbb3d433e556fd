// Pending work completes and its promise resolves, then the memory is released.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics option1Semantics;
const NamedSemantics option1Semantics{
    .name = "option-1",
    .source = "https://github.com/webmachinelearning/webnn/issues/716",
    .description = "Pending work completes and its promise resolves, then the memory is released",
    .settings = {{Point::pendingReadsOnDestroy, values::complete}},
};

}  // namespace conform
