// [Symbol.dispose]() is destroy(), for explicit resource management.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics symbolDisposeSemantics;
const NamedSemantics symbolDisposeSemantics{
    .name = "symbol-dispose",
    .source = "https://github.com/webmachinelearning/webnn/issues/716",
    .description = "[Symbol.dispose]() is destroy(), for explicit resource management",
    .settings = {{Point::symbolDispose, 1}},
};

}  // namespace conform
