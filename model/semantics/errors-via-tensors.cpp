// A failed write or dispatch puts its tensors in an errored state; reading them rejects.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics errorsViaTensorsSemantics;
const NamedSemantics errorsViaTensorsSemantics{
    .name = "errors-via-tensors",
    .source = "https://github.com/webmachinelearning/webnn/issues/778",
    .description = "A failed write or dispatch puts its tensors in an errored state; reading them rejects",
    .settings = {{Point::tensorErrors, 1}},
};

}  // namespace conform
