// Constant tensors are removed.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics noConstantsSemantics;
const NamedSemantics noConstantsSemantics{
    .name = "no-constants",
    .source = "https://github.com/webmachinelearning/webnn/issues/940",
    .description = "Constant tensors are removed",
    .settings = {{Point::constantTensors, values::no}},
};

}  // namespace conform
