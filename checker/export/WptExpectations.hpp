// What all allowed runs have in common, name by name: what a test may assert.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/export/portableRuns.hpp"

namespace conform {

/// "rejected InvalidStateError", "resolved 1,2,3,4": what the helper outcomeOf() of a test file says, too.
std::string shown(const Outcome& outcome);
std::string shown(const Value& value);

class WptExpectations {
 public:
  explicit WptExpectations(const AllowedRuns& allowed);

  /// The outcomes of the name, `notRun` where some run never reaches it. Values that are open are as one.
  std::vector<Outcome> of(const Name& name) const;
  bool isOpen(const Name& name) const { return open_.contains(name); }

  /// The order in which the promises settle and the marks are passed, if it is the same in all runs.
  const std::vector<std::string>& order() const { return order_; }
  bool orderIsFree() const { return orderIsFree_; }
  /// Only one run is allowed, in every value.
  bool isDecided() const { return runs_ == 1 && open_.empty(); }

 private:
  void add(const Observation& observation);

  std::size_t runs_;
  std::set<Name> open_;
  std::map<Name, std::vector<Outcome>> outcomes_;
  std::map<Name, std::size_t> counts_;
  std::vector<std::string> order_;
  bool orderIsFree_ = false;
};

}  // namespace conform
