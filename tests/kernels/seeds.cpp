#include "tests/kernels/seeds.hpp"

namespace conform {

Argument operandArgument(std::size_t index) {
  return {Reference{std::to_string(index)}};
}

Argument numberArgument(double value) {
  return {Number::ofReal(value)};
}

Argument listArgument(const std::vector<std::uint32_t>& values) {
  ArgumentList list;
  for (const std::uint32_t value : values) list.push_back({Number::ofInteger(value)});
  return {list};
}

namespace {

using enum DataType;

Argument text(const char* value) {
  return {std::string(value)};
}
Argument number(double value) {
  return numberArgument(value);
}
Argument list(const std::vector<std::uint32_t>& values) {
  return listArgument(values);
}
Argument at(std::size_t index) {
  return operandArgument(index);
}
OperandDescriptor floats(Shape shape) {
  return {float32, std::move(shape)};
}

/// Those whose arguments are operands only, in order.
void add(std::vector<Seed>& all, std::initializer_list<const char*> names, std::vector<OperandDescriptor> operands,
         const ArgumentRecord& options = {}) {
  ArgumentList arguments;
  for (std::size_t i = 0; i < operands.size(); ++i) arguments.push_back(at(i));
  for (const char* name : names) all.push_back({name, operands, arguments, options});
}

void addRecurrent(std::vector<Seed>& all) {
  const ArgumentList list{text("sigmoid"), text("tanh"), text("relu")};
  all.push_back(
      {"lstm",
       {floats({2, 1, 3}), floats({1, 8, 3}), floats({1, 8, 2}), floats({1, 8}), floats({1, 6}), floats({1, 1, 2})},
       {at(0), at(1), at(2), number(2), number(2)},
       {{"bias", at(3)},
        {"recurrentBias", at(3)},
        {"peepholeWeight", at(4)},
        {"initialHiddenState", at(5)},
        {"initialCellState", at(5)},
        {"returnSequence", {true}},
        {"direction", text("backward")},
        {"layout", text("ifgo")},
        {"activations", {list}}}});
  all.push_back({"lstmCell",
                 {floats({1, 3}), floats({8, 3}), floats({8, 2}), floats({1, 2}), floats({8}), floats({6})},
                 {at(0), at(1), at(2), at(3), at(3), number(2)},
                 {{"bias", at(4)},
                  {"recurrentBias", at(4)},
                  {"peepholeWeight", at(5)},
                  {"layout", text("iofg")},
                  {"activations", {list}}}});
  const ArgumentList two{text("sigmoid"), text("tanh")};
  all.push_back({"gru",
                 {floats({2, 1, 3}), floats({2, 6, 3}), floats({2, 6, 2}), floats({2, 6}), floats({2, 1, 2})},
                 {at(0), at(1), at(2), number(2), number(2)},
                 {{"bias", at(3)},
                  {"recurrentBias", at(3)},
                  {"initialHiddenState", at(4)},
                  {"resetAfter", {false}},
                  {"returnSequence", {true}},
                  {"direction", text("both")},
                  {"layout", text("rzn")},
                  {"activations", {two}}}});
  all.push_back({"gruCell",
                 {floats({1, 3}), floats({6, 3}), floats({6, 2}), floats({1, 2}), floats({6})},
                 {at(0), at(1), at(2), at(3), number(2)},
                 {{"bias", at(4)},
                  {"recurrentBias", at(4)},
                  {"resetAfter", {true}},
                  {"layout", text("zrn")},
                  {"activations", {two}}}});
}

void addWindows(std::vector<Seed>& all) {
  add(all, {"conv2d"}, {floats({1, 4, 5, 5}), floats({4, 2, 3, 3})},
      {{"padding", list({1, 1, 0, 1})},
       {"strides", list({2, 1})},
       {"dilations", list({1, 1})},
       {"groups", number(2)},
       {"inputLayout", text("nchw")},
       {"filterLayout", text("oihw")}});
  all.push_back({"conv2d",
                 {floats({1, 5, 5, 2}), floats({3, 3, 2, 1}), floats({1})},
                 {at(0), at(1)},
                 {{"bias", at(2)}, {"inputLayout", text("nhwc")}, {"filterLayout", text("hwio")}}});
  add(all, {"convTranspose2d"}, {floats({1, 2, 3, 3}), floats({2, 1, 3, 3})},
      {{"padding", list({1, 1, 0, 1})},
       {"strides", list({2, 3})},
       {"outputPadding", list({1, 0})},
       {"dilations", list({1, 1})}});
  add(all, {"convTranspose2d"}, {floats({1, 1, 3, 3}), floats({1, 1, 3, 3})},
      {{"strides", list({3, 2})}, {"outputSizes", list({10, 8})}});
  add(all, {"averagePool2d", "l2Pool2d", "maxPool2d"}, {floats({1, 2, 5, 5})},
      {{"windowDimensions", list({3, 2})},
       {"padding", list({1, 0, 0, 1})},
       {"strides", list({2, 2})},
       {"dilations", list({1, 1})},
       {"outputShapeRounding", text("ceil")},
       {"layout", text("nchw")}});
  add(all, {"averagePool2d"}, {floats({1, 5, 5, 2})},
      {{"windowDimensions", list({2, 2})}, {"outputSizes", list({4, 4})}, {"layout", text("nhwc")}});
  add(all, {"resample2d"}, {floats({1, 1, 2, 3})}, {{"mode", text("linear")}, {"sizes", list({4, 5})}});
  add(all, {"resample2d"}, {floats({1, 2, 3, 1})},
      {{"scales", {ArgumentList{number(1.5), number(2)}}}, {"axes", list({1, 2})}});
}

void addMovers(std::vector<Seed>& all) {
  all.push_back({"concat", {floats({2, 3}), floats({2, 1})}, {{ArgumentList{at(0), at(1)}}, number(1)}, {}});
  all.push_back({"expand", {floats({1, 3})}, {at(0), list({2, 2, 3})}, {}});
  all.push_back({"gather", {floats({3, 2}), {int32, {2, 2}}}, {at(0), at(1)}, {{"axis", number(1)}}});
  all.push_back({"gatherElements", {floats({3, 2}), {int64, {3, 1}}}, {at(0), at(1)}, {{"axis", number(1)}}});
  all.push_back({"gatherND", {floats({3, 2}), {uint32, {4, 1}}}, {at(0), at(1)}, {}});
  all.push_back({"scatterElements",
                 {floats({3, 2}), {int32, {3, 1}}, floats({3, 1})},
                 {at(0), at(1), at(2)},
                 {{"axis", number(1)}}});
  all.push_back({"scatterND", {floats({3, 2}), {int32, {2, 1}}, floats({2, 2})}, {at(0), at(1), at(2)}, {}});
  all.push_back({"pad",
                 {floats({2, 3})},
                 {at(0), list({1, 1}), list({1, 2})},
                 {{"mode", text("reflection")}, {"value", number(7)}}});
  all.push_back({"reshape", {floats({2, 3})}, {at(0), list({3, 2})}, {}});
  all.push_back({"reverse", {floats({2, 3})}, {at(0)}, {{"axes", list({1})}}});
  all.push_back({"slice", {floats({4, 3})}, {at(0), list({1, 0}), list({3, 2})}, {{"strides", list({2, 1})}}});
  all.push_back({"split", {floats({4, 3})}, {at(0), list({1, 3})}, {{"axis", number(0)}}});
  all.push_back({"split", {floats({4, 3})}, {at(0), number(2)}, {}});
  all.push_back({"tile", {floats({2, 3})}, {at(0), list({2, 1})}, {}});
  all.push_back({"transpose", {floats({2, 3})}, {at(0)}, {{"permutation", list({1, 0})}}});
  add(all, {"triangular"}, {floats({2, 3})}, {{"upper", {false}}, {"diagonal", number(-1)}});
  add(all, {"quantizeLinear"}, {floats({2, 4}), floats({2, 2}), {int8, {2, 2}}});
  add(all, {"dequantizeLinear"}, {{uint8, {2, 4}}, floats({1, 4}), {uint8, {1, 4}}});
}

}  // namespace

std::vector<Seed> seeds() {
  std::vector<Seed> all;
  add(all, {"abs",  "ceil",       "cos",      "erf",       "exp",  "floor",     "identity",   "log",
            "neg",  "reciprocal", "sign",     "roundEven", "sin",  "sqrt",      "tan",        "gelu",
            "relu", "sigmoid",    "softplus", "softsign",  "tanh", "hardSwish", "isInfinite", "isNaN"},
      {floats({2, 3})});
  add(all,
      {"add", "sub", "mul", "div", "max", "min", "pow", "equal", "notEqual", "greater", "greaterOrEqual", "lesser",
       "lesserOrEqual", "prelu"},
      {floats({2, 3}), floats({3})});
  add(all, {"logicalAnd", "logicalOr", "logicalXor"}, {{uint8, {2, 3}}, {uint8, {2, 1}}});
  add(all, {"logicalNot"}, {{uint8, {2, 3}}});
  add(all, {"elu", "leakyRelu"}, {floats({2, 3})}, {{"alpha", number(0.5)}});
  add(all, {"hardSigmoid", "linear"}, {floats({2, 3})}, {{"alpha", number(0.5)}, {"beta", number(1)}});
  add(all, {"clamp"}, {floats({2, 3})}, {{"minValue", number(-1)}, {"maxValue", number(1)}});
  add(all, {"where"}, {{uint8, {2, 3}}, floats({3}), floats({2, 1})});
  add(all,
      {"reduceL1", "reduceL2", "reduceLogSum", "reduceLogSumExp", "reduceMax", "reduceMean", "reduceMin",
       "reduceProduct", "reduceSum", "reduceSumSquare"},
      {floats({2, 3})}, {{"axes", list({1})}, {"keepDimensions", {true}}});
  for (const char* op : {"argMax", "argMin"})
    all.push_back({op, {floats({2, 3})}, {at(0), number(1)}, {{"outputDataType", text("int64")}}});
  all.push_back({"cumulativeSum", {floats({2, 3})}, {at(0), number(1)}, {{"exclusive", {true}}}});
  all.push_back({"softmax", {floats({2, 3})}, {at(0), number(1)}, {}});
  all.push_back({"cast", {floats({2, 3})}, {at(0), text("int8")}, {}});
  add(all, {"matmul"}, {floats({2, 2, 3}), floats({3, 4})});
  all.push_back(
      {"gemm",
       {floats({3, 2}), floats({4, 3}), floats({4})},
       {at(0), at(1)},
       {{"c", at(2)}, {"alpha", number(2)}, {"beta", number(0.5)}, {"aTranspose", {true}}, {"bTranspose", {true}}}});
  all.push_back({"batchNormalization",
                 {floats({2, 3}), floats({3})},
                 {at(0), at(1), at(1)},
                 {{"scale", at(1)}, {"bias", at(1)}, {"axis", number(1)}, {"epsilon", number(1e-3)}}});
  all.push_back({"instanceNormalization",
                 {floats({1, 2, 3, 3}), floats({2})},
                 {at(0)},
                 {{"scale", at(1)}, {"bias", at(1)}, {"layout", text("nchw")}}});
  all.push_back({"layerNormalization",
                 {floats({2, 3}), floats({3})},
                 {at(0)},
                 {{"scale", at(1)}, {"bias", at(1)}, {"axes", list({1})}}});
  addRecurrent(all);
  addWindows(all);
  addMovers(all);
  return all;
}

}  // namespace conform
