// output = the index of the least value along the axis
#include "model/kernels/argMinMax.hpp"

namespace conform {
namespace {

std::vector<Tensor> compute(const ComputeCall& call) {
  return computeArgMinMax(call, [](auto a, auto b) { return a < b; });
}

}  // namespace

extern const Operator argMinOperator{
    .name = "argMin",
    .anchor = "dom-mlgraphbuilder-argmin",
    .parameters = {{"input"}, {"axis", Kind::UnsignedLong}},
    .options = argMinMaxOptions(),
    .limits = argMinMaxLimits(),
    .check = checkArgMinMax,
    .compute = compute,
};

}  // namespace conform
