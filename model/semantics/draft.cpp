// The current draft (26 June 2026): pending reads are rejected in destroy(), memory goes behind earlier work.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics draftSemantics;
const NamedSemantics draftSemantics{
    .name = "draft",
    .source = "https://www.w3.org/TR/webnn/",
    .description =
        "The current draft (26 June 2026): pending reads are rejected in destroy(), memory goes behind earlier work",
    .settings = {},
};

}  // namespace conform
