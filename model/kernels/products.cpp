#include "model/kernels/products.hpp"

#include <algorithm>
#include <cmath>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

constexpr std::size_t blockRows = 4, blockColumns = 64;  // Sums of a block stay in the nearest cache.

/// `blockColumns` columns of the right matrix from `first` on, one behind the other, filled up with zeros.
void pack(const Factors& factors, std::size_t first, std::vector<double>& panel) {
  const std::size_t width = std::min(blockColumns, factors.columns - first);
  for (std::size_t k = 0; k < factors.inner; ++k) {
    const double* from = factors.right.data() + k * factors.columns + first;
    std::copy(from, from + width, panel.data() + k * blockColumns);
  }
}

/// The sums of `height` rows (at most blockRows) and blockColumns columns. They start from -0, so that a sum of nothing
/// but -0 is -0.
void sumBlock(const double* left, std::size_t inner, std::size_t height, const double* panel,
              double (&sums)[blockRows][blockColumns]) {
  for (auto& row : sums) std::fill(std::begin(row), std::end(row), -0.0);
  for (std::size_t k = 0; k < inner; ++k) {
    const double* right = panel + k * blockColumns;
    for (std::size_t i = 0; i < height; ++i) {
      const double factor = left[i * inner + k];
      double* row = sums[i];
      for (std::size_t j = 0; j < blockColumns; ++j) row[j] += factor * right[j];
    }
  }
}

}  // namespace

ApproximateProduct approximateProduct(const Factors& factors) {
  ApproximateProduct product;
  product.inner = factors.inner;
  product.sums.resize(factors.rows * factors.columns);
  product.rowNorms.resize(factors.rows);
  product.columnNorms.resize(factors.columns);

  std::vector<double> panel(factors.inner * blockColumns);
  double sums[blockRows][blockColumns];
  for (std::size_t first = 0; first < factors.columns; first += blockColumns) {
    const std::size_t width = std::min(blockColumns, factors.columns - first);
    pack(factors, first, panel);
    for (std::size_t top = 0; top < factors.rows; top += blockRows) {
      const std::size_t height = std::min(blockRows, factors.rows - top);
      sumBlock(factors.left.data() + top * factors.inner, factors.inner, height, panel.data(), sums);
      for (std::size_t i = 0; i < height; ++i)
        std::copy(sums[i], sums[i] + width, product.sums.data() + (top + i) * factors.columns + first);
    }
  }

  for (std::size_t i = 0; i < factors.rows; ++i) {
    for (std::size_t k = 0; k < factors.inner; ++k) {
      const double value = factors.left[i * factors.inner + k];
      product.rowNorms[i] += value * value;
    }
  }
  for (std::size_t k = 0; k < factors.inner; ++k) {
    for (std::size_t j = 0; j < factors.columns; ++j) {
      const double value = factors.right[k * factors.columns + j];
      product.columnNorms[j] += value * value;
    }
  }
  for (double& norm : product.rowNorms) norm = std::sqrt(norm);
  for (double& norm : product.columnNorms) norm = std::sqrt(norm);
  return product;
}

std::vector<double> exactProduct(DataType type, const Factors& factors) {
  ApproximateProduct product = approximateProduct(factors);
  std::vector<double> column(factors.inner);
  for (std::size_t i = 0; i < factors.rows; ++i) {
    for (std::size_t j = 0; j < factors.columns; ++j) {
      double& sum = product.sums[i * factors.columns + j];
      const double error = product.error(i, j);
      if (error == 0 || !std::isfinite(sum) || (sum != 0 && roundAlike(type, sum - error, sum + error))) continue;
      for (std::size_t k = 0; k < factors.inner; ++k) column[k] = factors.right[k * factors.columns + j];
      sum = dotOf(type, factors.left.subspan(i * factors.inner, factors.inner), column);
    }
  }
  return std::move(product.sums);
}

}  // namespace conform
