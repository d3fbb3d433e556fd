// WebIDL's conversion of an operator's arguments.
#include <doctest/doctest.h>

#include <cmath>

#include "model/kernels/convertArguments.hpp"

using namespace conform;

namespace {

Argument number(double value) {
  return {Number::ofReal(value)};
}
Argument text(const char* value) {
  return {std::string(value)};
}
Argument operand(const char* name) {
  return {Reference{name}};
}
Argument list(ArgumentList values) {
  return {std::move(values)};
}
const Argument undefined{Undefined{}}, null{Null{}};

std::optional<ConvertedArguments> convert(const char* op, const ArgumentList& arguments,
                                          const std::optional<ArgumentRecord>& options = {},
                                          ConversionOptions conversion = {}) {
  auto converted = convertArguments(*operatorNamed(op), arguments, options, conversion);
  if (std::holds_alternative<Error>(converted)) {
    CHECK(std::get<Error>(converted) == Error::TypeError);
    return std::nullopt;
  }
  return std::get<ConvertedArguments>(std::move(converted));
}

}  // namespace

TEST_CASE("missing arguments are refused, further ones are ignored") {
  CHECK_FALSE(convert("add", {operand("a")}));
  CHECK(convert("add", {operand("a"), operand("b")}));
  CHECK(convert("add", {operand("a"), operand("b"), undefined, number(3)}));
  CHECK(convert("relu", {operand("a"), null}));
  CHECK_FALSE(convert("relu", {operand("a"), number(1)}));
  CHECK_FALSE(convert("relu", {operand("a"), text("x")}));
}

TEST_CASE("an operand must be an operand") {
  for (const Argument& wrong : {undefined, null, number(1), text("a"), list({operand("a")}), Argument{true}})
    CHECK_FALSE(convert("relu", {wrong}));
  CHECK_FALSE(convert("relu", {Argument{Reference{"a", true}}}));
  CHECK_FALSE(convert("concat", {operand("a"), number(0)}));
  CHECK_FALSE(convert("concat", {list({operand("a"), number(1)}), number(0)}));
  const auto concat = convert("concat", {list({operand("a"), operand("b")}), number(1)});
  REQUIRE(concat);
  CHECK(concat->operands == std::vector<Reference>{{"a"}, {"b"}});
  CHECK(concat->arguments.slot("inputs").count == 2);
}

TEST_CASE("[EnforceRange] refuses what is not finite or out of range, and truncates") {
  const auto axis = [](const Argument& value) -> std::optional<std::int64_t> {
    const auto converted = convert("softmax", {operand("a"), value});
    return converted ? std::optional{converted->arguments.integer("axis")} : std::nullopt;
  };
  CHECK(axis(number(1.9)) == 1);
  CHECK(axis(number(-0.5)) == 0);
  CHECK(axis(number(4294967295.0)) == 4294967295);
  CHECK(axis({true}) == 1);
  CHECK(axis(null) == 0);
  CHECK(axis(text(" 2 ")) == 2);
  CHECK(axis(text("")) == 0);
  CHECK(axis(list({number(3)})) == 3);
  for (const Argument& wrong : {number(-1), number(4294967296.0), number(std::nan("")), number(HUGE_VAL), undefined,
                                text("one"), text("Infinity"), text("1 2"), text("--1"), operand("a")})
    CHECK_FALSE(axis(wrong));
}

TEST_CASE("a number without [EnforceRange] is taken modulo 2^32") {
  const auto axis = [](const Argument& value) {
    return convert("cumulativeSum", {operand("a"), value}).value().arguments.integer("axis");
  };
  CHECK(axis(number(4294967297.0)) == 1);
  CHECK(axis(number(-1)) == 4294967295);
  CHECK(axis(number(std::nan(""))) == 0);
  CHECK(axis(undefined) == 0);
}

TEST_CASE("options: defaults, undefined is missing, unknown members are ignored, doubles are finite") {
  const auto elu = [](ArgumentRecord options) { return convert("elu", {operand("a")}, std::move(options)); };
  CHECK(elu({}).value().arguments.real("alpha") == 1);
  CHECK(elu({{"alpha", undefined}}).value().arguments.real("alpha") == 1);
  CHECK(elu({{"alpha", null}}).value().arguments.real("alpha") == 0);
  CHECK(elu({{"alpha", number(2)}}).value().arguments.real("alpha") == 2);
  CHECK(elu({{"alhpa", text("x")}, {"label", text("l")}}).value().arguments.real("alpha") == 1);
  CHECK_FALSE(elu({{"alpha", number(std::nan(""))}}));
  CHECK_FALSE(elu({{"alpha", text("x")}}));
  const auto clamp = convert("clamp", {operand("a")}, ArgumentRecord{{"minValue", number(std::nan(""))}});
  CHECK(std::isnan(clamp.value().arguments.number("minValue").real));  // MLNumber: unrestricted.
  CHECK_FALSE(clamp->arguments.has("maxValue"));
}

TEST_CASE("enumerations take their values only; the 4-bit types only as an extension") {
  CHECK(convert("cast", {operand("a"), text("float16")}));
  CHECK_FALSE(convert("cast", {operand("a"), text("float64")}));
  CHECK_FALSE(convert("cast", {operand("a"), number(1)}));
  CHECK_FALSE(convert("cast", {operand("a"), text("int4")}));
  CHECK(convert("cast", {operand("a"), text("int4")}, {}, {.extendedTypes = true}));
}

TEST_CASE("sequences must be lists, and each of their elements is converted") {
  const auto axes = [](const Argument& value) {
    return convert("reduceSum", {operand("a")}, ArgumentRecord{{"axes", value}});
  };
  CHECK(axes(list({number(0), number(2.5)})).value().arguments.unsignedLongs("axes") ==
        std::vector<std::uint32_t>{0, 2});
  CHECK(axes(list({})).value().arguments.has("axes"));
  CHECK_FALSE(axes(undefined).value().arguments.has("axes"));
  for (const Argument& wrong : {null, number(1), text("0"), list({number(-1)}), list({undefined})})
    CHECK_FALSE(axes(wrong));
}
