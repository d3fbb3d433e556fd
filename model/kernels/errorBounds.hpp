// How far a result may be from the real one: what the web-platform-tests allow, and what plain summation can explain.
// So that a report can say "off by 12 ULP, allowed 8; a float32 sum in some order would be within 3".
#pragma once

#include <optional>
#include <vector>

#include "model/kernels/Operator.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// The tolerance of the web-platform-tests for a call of an operator, as of their commit 2a91c2e: it depends on the
/// data type of the first output and, for reducing operators, on the number of terms.
Tolerance wptTolerance(const CheckCall& call, DataType outputType);

/// How many terms each sum of a reducing operator has at most (reduced elements; filter elements times input channels
/// of a group; ...). Nothing: the operator sums nothing.
std::optional<double> termsOf(const CheckCall& call);

/// For operators that are plain sums of products of their operands: a bound on the absolute error of each element of
/// the first output when an implementation multiplies and adds in numbers of `unitRoundoff` (2^-24: float32; 2^-11:
/// float16), in any order: gamma(n + 2) * sum of |terms|. Nothing for all other operators, integers, and where the
/// bound is not finite.
std::optional<std::vector<double>> anyOrderBound(const ComputeCall& call, double unitRoundoff);

}  // namespace conform
