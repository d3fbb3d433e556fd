#include "checker/compare/matrix.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "checker/compare/observe.hpp"
#include "model/explorer/operations.hpp"

namespace conform {
namespace {

using explorer::Automaton;
using explorer::Symbol;
using explorer::Word;

/// Two explorations number their observations differently: here each gets one number, by what a reader would read.
class CommonSymbols {
 public:
  Automaton common(const AllowedOutcomes& outcomes) {
    std::vector<Symbol> symbols;
    for (const auto& edge : outcomes.automaton().edges) {
      if (symbols.size() <= edge.symbol) symbols.resize(edge.symbol + 1, 0);
      if (symbols[edge.symbol] == 0) symbols[edge.symbol] = numberOf(outcomes.observation(edge.symbol));
    }
    return explorer::relabelled(outcomes.automaton(), symbols);
  }
  std::vector<std::string> textsOf(const Word& word) const {
    std::vector<std::string> texts;
    for (const Symbol symbol : word) texts.push_back(textOf(observations_[symbol - 1]));
    return texts;
  }

 private:
  Symbol numberOf(const Observation& observation) {
    const auto found = std::ranges::find(observations_, observation);
    if (found == observations_.end()) {
      observations_.push_back(observation);
      return static_cast<Symbol>(observations_.size());
    }
    return static_cast<Symbol>(found - observations_.begin() + 1);
  }
  std::vector<Observation> observations_;
};

class RowMaker {
 public:
  RowMaker(const Scenario& scenario, const MatrixOptions& options) : scenario_(scenario), options_(options) {
    row_.id = scenario.id;
    row_.title = scenario.title;
    row_.file = scenario.file;
  }

  MatrixRow make(const std::vector<MatrixColumn>& columns) {
    for (const MatrixColumn& column : columns) {
      if (column.semantics) add(column.name, *column.semantics);
    }
    for (const MatrixColumn& column : columns) {
      if (column.subject != nullptr) add(column.name, *column.subject);
    }
    list();
    return std::move(row_);
  }

 private:
  void join(const std::string& column, Automaton automaton, MatrixGroup group) {
    for (std::size_t i = 0; i < row_.groups.size(); ++i) {
      const MatrixGroup& other = row_.groups[i];
      if (other.isObserved || other.reason != group.reason || !(automata_[i] == automaton)) continue;
      return row_.groups[i].columns.push_back(column);
    }
    group.columns = {column};
    automata_.push_back(std::move(automaton));
    row_.groups.push_back(std::move(group));
  }

  void add(const std::string& column, const Semantics& semantics) {
    MatrixGroup group;
    auto answer = allowedOutcomes(scenario_, semantics, options_.explore);
    if (const auto* why = std::get_if<NotApplicable>(&answer)) {
      group.reason = (why->why == NotApplicable::Why::SetupFails ? "not applicable: " : "unknown: ") + why->reason;
      return join(column, {}, std::move(group));
    }
    const auto& outcomes = std::get<AllowedOutcomes>(answer);
    if (!outcomes.complete()) {
      group.reason = "unknown: " + outcomes.whyIncomplete();
      return join(column, {}, std::move(group));
    }
    group.count = explorer::count(outcomes.automaton()).text();
    join(column, symbols_.common(outcomes), std::move(group));
    allowed_.emplace_back(column, outcomes);
  }

  void add(const std::string& column, Subject& subject) {
    MatrixGroup group;
    group.columns = {column};
    group.isObserved = true;
    std::set<std::vector<std::string>> seen;
    std::set<std::string> allowedBy;
    for (const auto& [name, outcomes] : allowed_) allowedBy.insert(name);
    const std::size_t repeats = subject.isRandom() ? options_.repeats : 1;
    for (std::size_t round = 1; round <= repeats; ++round) {
      RunOptions run;
      run.seed = round;
      const SubjectRun shown = subject.run(scenario_, run);
      if (shown.status != SubjectRun::Status::Ran) {
        group.reason = (shown.status == SubjectRun::Status::Unsupported ? "unsupported: " : "broken: ") + shown.reason;
        break;
      }
      if (!seen.insert(textsOf(shown.observations)).second) continue;
      for (const auto& [name, outcomes] : allowed_) {
        if (!followObserved(outcomes, shown.observations).accepted) allowedBy.erase(name);
      }
    }
    group.count = std::to_string(seen.size());
    for (const auto& outcome : seen) {
      if (group.outcomes.size() < options_.listed) group.outcomes.push_back(outcome);
    }
    for (const auto& [name, outcomes] : allowed_) {
      if (allowedBy.contains(name)) group.allowedBy.push_back(name);
    }
    automata_.emplace_back();
    row_.groups.push_back(std::move(group));
  }

  /// Some outcomes of each group: of a small set all, of a large one first what the first group does not have.
  void list() {
    for (std::size_t i = 0; i < row_.groups.size(); ++i) {
      MatrixGroup& group = row_.groups[i];
      if (group.isObserved || !group.reason.empty()) continue;
      const bool isLarge = explorer::BigCount{options_.listed} < explorer::count(automata_[i]);
      if (isLarge && i > 0 && row_.groups[0].reason.empty()) {
        if (const auto only = explorer::shortestOnlyInFirst(automata_[i], automata_[0])) {
          group.outcomes.push_back(symbols_.textsOf(*only));
          group.differsInListed = true;
          continue;
        }
      }
      for (const Word& word : explorer::words(automata_[i], options_.listed))
        group.outcomes.push_back(symbols_.textsOf(word));
      if (!isLarge) continue;
      group.outcomes.push_back({"..."});
    }
  }

  const Scenario& scenario_;
  const MatrixOptions& options_;
  MatrixRow row_;
  CommonSymbols symbols_;
  std::vector<Automaton> automata_;  ///< Of each group, in common symbols.
  std::vector<std::pair<std::string, AllowedOutcomes>> allowed_;
};

}  // namespace

MatrixRow matrixRow(const Scenario& scenario, const std::vector<MatrixColumn>& columns, const MatrixOptions& options) {
  return RowMaker{scenario, options}.make(columns);
}

}  // namespace conform
