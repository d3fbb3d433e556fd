// Many dot products at once: the core of matmul, gemm and the convolutions.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/vocabulary/DataType.hpp"

namespace conform {

/// Two matrices of float32 or float16 numbers (as doubles), row-major: `left` is rows x inner, `right` inner x columns.
struct Factors {
  std::span<const double> left, right;
  std::size_t rows = 0, inner = 0, columns = 0;
};

/// Their product in plain double: element (i, j) is within `error(i, j)` of the exact sum of its products.
struct ApproximateProduct {
  std::vector<double> sums;  ///< rows x columns.
  std::vector<double> rowNorms, columnNorms;
  std::size_t inner = 0;

  /// Each product is exact in double; n additions err by at most n u (sum of |a b|), which is at most n u |a| |b|.
  double error(std::size_t row, std::size_t column) const {
    return static_cast<double>(inner + 1) * 0x1p-52 * rowNorms[row] * columnNorms[column];
  }
};
ApproximateProduct approximateProduct(const Factors& factors);

/// Their exact product, ready to be stored as `type`: element (i, j) is the exact sum of its products, rounded to odd
/// where that matters. NaN and infinities as IEEE addition has them.
std::vector<double> exactProduct(DataType type, const Factors& factors);

}  // namespace conform
