// output = a - b, broadcast.
#include "model/kernels/elementwise.hpp"

namespace conform {
namespace {

/// The difference of two float32 numbers in double, rounded again to float32, is the exact one rounded once (53 >= 2 *
/// 24 + 2). Integers wrap: two's complement, which the draft leaves open.
std::vector<Tensor> compute(const ComputeCall& call) {
  return computeBinary(
      call, [](double a, double b) { return a - b; }, [](std::uint64_t a, std::uint64_t b) { return a - b; });
}

}  // namespace

extern const Operator subOperator{
    .name = "sub",
    .anchor = "dom-mlgraphbuilder-sub",
    .parameters = {{"a"}, {"b"}},
    .options = {},
    .limits = binaryLimits(anyType),
    .check = checkBinary,
    .compute = compute,
};

}  // namespace conform
