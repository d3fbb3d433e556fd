// A failed dispatch destroys its graph and resolves MLGraph.lost.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics graphLostSemantics;
const NamedSemantics graphLostSemantics{
    .name = "graph-lost",
    .source = "https://github.com/webmachinelearning/webnn/issues/716",
    .description = "A failed dispatch destroys its graph and resolves MLGraph.lost",
    .settings = {{Point::graphLost, 1}},
};

}  // namespace conform
