// A rejected read leaves the caller's buffer alone (what Chromium does).
#include "model/semantics/Semantics.hpp"

namespace conform {

extern const NamedSemantics byobSkipSettledSemantics;
const NamedSemantics byobSkipSettledSemantics{
    .name = "byob-skip-settled",
    .source = "https://www.w3.org/TR/webnn/#dom-mlcontext-readtensor-tensor-outputdata",
    .description = "A rejected read leaves the caller's buffer alone (what Chromium does)",
    .settings = {{Point::byobAfterSettled, 1}},
};

}  // namespace conform
