// build() checks every constant tensor that it reaches.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics buildChecksConstantsSemantics;
const NamedSemantics buildChecksConstantsSemantics{
    .name = "build-checks-constants",
    .source = "https://www.w3.org/TR/webnn/#dom-mlgraphbuilder-build",
    .description = "build() checks every constant tensor that it reaches",
    .settings = {{Point::buildConstantCheck, 1}},
};

}  // namespace conform
