#include "model/vocabulary/DataType.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace conform;

TEST_CASE("every data type is found again by its name") {
  for (DataType type : dataTypes()) CHECK(dataTypeNamed(nameOf(type)) == type);
  CHECK_FALSE(dataTypeNamed("float33"));
}

TEST_CASE("4-bit elements are packed two in a byte, and a size that overflows is none") {
  CHECK(byteLengthOf(DataType::int4, 3) == 2);
  CHECK(byteLengthOf(DataType::int64, 3) == 24);
  CHECK_FALSE(byteLengthOf(DataType::int64, std::numeric_limits<std::size_t>::max() / 2));
}
