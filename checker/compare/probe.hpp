// Follows a wrong value to the operator that made it: `conform run --probe`.
#pragma once

#include <vector>

#include "checker/subjects/Subject.hpp"
#include "model/objects/computations.hpp"
#include "reports/Report.hpp"

namespace conform {

/// Has the subject run each graph that went into the value once more, alone, on the contents that it should have had
/// and with the result of every operator as an output; each result is compared with the exact one for the operands that
/// the subject itself had, so that an operator is not blamed for what came before it. Where the error is gone then,
/// results are made outputs one by one: the operators around those that make it vanish are computed as one.
Probe probe(const Scenario& scenario, const std::vector<Computation>& computations, const Tolerance& tolerance,
            Subject& subject, const RunOptions& options);

}  // namespace conform
