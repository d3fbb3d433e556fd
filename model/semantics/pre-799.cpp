// The text between #787 and #799: there is no list of pending promises.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics pre799Semantics;
const NamedSemantics pre799Semantics{
    .name = "pre-799",
    .source = "https://github.com/webmachinelearning/webnn/pull/799",
    .description = "The text between #787 and #799: there is no list of pending promises",
    .settings = {{Point::pendingReadsOnDestroy, values::complete}},
};

}  // namespace conform
