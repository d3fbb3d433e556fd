// Using a destroyed tensor is an InvalidStateError (web-platform-tests, Chromium).
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics destroyedIsInvalidstateSemantics;
const NamedSemantics destroyedIsInvalidstateSemantics{
    .name = "destroyed-is-invalidstate",
    .source = "https://github.com/web-platform-tests/wpt/tree/master/webnn",
    .description = "Using a destroyed tensor is an InvalidStateError (web-platform-tests, Chromium)",
    .settings = {{Point::useAfterDestroy, 1}},
};

}  // namespace conform
