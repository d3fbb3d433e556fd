// A dispatch that has not begun is dropped when one of its tensors is destroyed.
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics dispatchCancelSemantics;
const NamedSemantics dispatchCancelSemantics{
    .name = "dispatch-cancel",
    .source = "https://github.com/webmachinelearning/webnn/issues/716",
    .description = "A dispatch that has not begun is dropped when one of its tensors is destroyed",
    .settings = {{Point::notBegunOnDestroy, values::dispatch}},
};

}  // namespace conform
