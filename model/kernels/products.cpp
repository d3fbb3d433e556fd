#include "model/kernels/products.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "model/kernels/ExactSum.hpp"
#include "model/kernels/rounding.hpp"

namespace conform {
namespace {

// A panel of the right matrix, and the sums of a few rows, stay in the nearer caches.
constexpr std::size_t panelColumns = 64, panelDepth = 512, blockRows = 4;

/// A part of the right matrix, row by row; its columns filled up with zeros.
struct Panel {
  std::size_t firstColumn = 0, columns = 0, firstInner = 0, depth = 0;
  double elements[panelDepth][panelColumns] = {};
};

void load(Panel& panel, const Factors& factors, std::size_t firstColumn, std::size_t firstInner) {
  panel.firstColumn = firstColumn;
  panel.columns = std::min(panelColumns, factors.columns - firstColumn);
  panel.firstInner = firstInner;
  panel.depth = std::min(panelDepth, factors.inner - firstInner);
  for (std::size_t k = 0; k < panel.depth; ++k) {
    const double* from = factors.right.data() + (firstInner + k) * factors.columns + firstColumn;
    std::copy(from, from + panel.columns, panel.elements[k]);
  }
}

/// Adds the products of some rows with the panel to their sums: for each element in the order of the inner dimension.
void addProducts(const Factors& factors, const Panel& panel, std::size_t top, std::vector<double>& all) {
  const std::size_t height = std::min(blockRows, factors.rows - top);
  double sums[blockRows][panelColumns] = {};
  const auto row = [&](std::size_t i) { return all.data() + (top + i) * factors.columns + panel.firstColumn; };
  for (std::size_t i = 0; i < height; ++i) std::copy(row(i), row(i) + panel.columns, sums[i]);
  for (std::size_t k = 0; k < panel.depth; ++k) {
    for (std::size_t i = 0; i < height; ++i) {
      const double factor = factors.left[(top + i) * factors.inner + panel.firstInner + k];
      for (std::size_t j = 0; j < panelColumns; ++j) sums[i][j] += factor * panel.elements[k][j];
    }
  }
  for (std::size_t i = 0; i < height; ++i) std::copy(sums[i], sums[i] + panel.columns, row(i));
}

}  // namespace

ApproximateProduct approximateProduct(const Factors& factors) {
  ApproximateProduct product;
  product.inner = factors.inner;
  product.sums.assign(factors.rows * factors.columns, -0.0);  // So that a sum of nothing but -0 is -0.
  product.rowNorms.resize(factors.rows);
  product.columnNorms.resize(factors.columns);

  const auto panel = std::make_unique<Panel>();
  for (std::size_t column = 0; column < factors.columns; column += panelColumns) {
    for (std::size_t inner = 0; inner < factors.inner; inner += panelDepth) {
      load(*panel, factors, column, inner);
      for (std::size_t top = 0; top < factors.rows; top += blockRows) addProducts(factors, *panel, top, product.sums);
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
