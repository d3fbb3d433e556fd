// A read aborts also when the data was released (no change where a timeline keeps its order).
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics readAbortsOnReleaseSemantics;
const NamedSemantics readAbortsOnReleaseSemantics{
    .name = "read-aborts-on-release",
    .source = "https://github.com/webmachinelearning/webnn/issues/716",
    .description = "A read aborts also when the data was released (no change where a timeline keeps its order)",
    .settings = {{Point::abortReadOnRelease, 1}},
};

}  // namespace conform
