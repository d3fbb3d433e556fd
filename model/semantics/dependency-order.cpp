// Only data dependencies order a timeline (explainer, Chromium).
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics dependencyOrderSemantics;
const NamedSemantics dependencyOrderSemantics{
    .name = "dependency-order",
    .source = "https://github.com/webmachinelearning/webnn/issues/529",
    .description = "Only data dependencies order a timeline (explainer, Chromium)",
    .settings = {{Point::timelineOrder, 1}},
};

}  // namespace conform
