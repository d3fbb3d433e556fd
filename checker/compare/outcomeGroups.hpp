// The allowed outcomes in the order in which a reader wants them: those that show the same, only in another order, are
// one kind; the kinds that tell most come first. Every command numbers outcomes in this order.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "model/explorer/BigCount.hpp"
#include "model/systems/AllowedOutcomes.hpp"

namespace conform {

/// Outcomes with the same observations.
struct OutcomeGroup {
  std::vector<explorer::Symbol> symbols;  ///< Sorted.
  explorer::BigCount orders;              ///< How many outcomes.
  unsigned pending = 0, failed = 0;       ///< Promises that stay pending; rejections and exceptions.
};

class OutcomeGroups {
 public:
  /// Where sorting them out would take more than `bound` entries, all outcomes are one group.
  explicit OutcomeGroups(const AllowedOutcomes& outcomes, std::size_t bound = 50'000);

  /// What stays pending first, then what fails, then what is rare; the most common one is last.
  const std::vector<OutcomeGroup>& all() const { return groups_; }
  bool isGrouped() const { return isGrouped_; }
  /// Calls `take` with each outcome and its group, group by group, until it gives false.
  void forEach(const std::function<bool(std::size_t group, const explorer::Word& word)>& take) const;
  /// By its number in that order, from 1; nothing where there are fewer.
  std::optional<explorer::Word> outcome(std::size_t number) const;

 private:
  using Rest = std::vector<explorer::Symbol>;
  bool sortOut(std::size_t bound);
  bool walk(std::uint32_t node, const Rest& rest, explorer::Word& word,
            const std::function<bool(const explorer::Word&)>& take) const;

  const explorer::Automaton& automaton_;
  std::vector<std::map<Rest, explorer::BigCount>>
      rests_;  ///< For each node: what may still be seen, and in how many orders.
  std::vector<OutcomeGroup> groups_;
  bool isGrouped_ = false;
};

}  // namespace conform
