// What the web-platform-tests of June 2026 assert.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics wpt202606Semantics;
const NamedSemantics wpt202606Semantics{
    .name = "wpt-2026-06",
    .source = "https://github.com/web-platform-tests/wpt/tree/master/webnn",
    .description = "What the web-platform-tests of June 2026 assert",
    .settings = {{Point::useAfterDestroy, 1}, {Point::createTensorDimensions, 1}, {Point::bufferLength, 1}},
    .isComposed = true,
};

}  // namespace conform
