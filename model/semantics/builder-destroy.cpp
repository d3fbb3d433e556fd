// MLGraphBuilder.destroy(): its methods fail from then on.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics builderDestroySemantics;
const NamedSemantics builderDestroySemantics{
    .name = "builder-destroy",
    .source = "https://github.com/webmachinelearning/webnn/issues/716",
    .description = "MLGraphBuilder.destroy(): its methods fail from then on",
    .settings = {{Point::builderDestroy, 1}},
};

}  // namespace conform
