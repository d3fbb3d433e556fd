// A row of the matrix of scenarios against semantics and subjects: equal sets of outcomes are found by comparing their
// minimal automata.
#pragma once

#include <vector>

#include "checker/subjects/Subject.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/systems/AllowedOutcomes.hpp"
#include "reports/Matrix.hpp"

namespace conform {

/// A reading of the spec, or an implementation.
struct MatrixColumn {
  std::string name;
  std::optional<Semantics> semantics;
  Subject* subject = nullptr;  ///< Where there is no semantics.
};

struct MatrixOptions {
  ExploreOptions explore;
  std::size_t repeats = 10;  ///< Runs of a subject.
  std::size_t listed = 3;    ///< Outcomes that are listed of each set.
};

MatrixRow matrixRow(const Scenario& scenario, const std::vector<MatrixColumn>& columns, const MatrixOptions& options);

}  // namespace conform
