// Findings held against expectations: what is known does not fail a run; what is new, and what is fixed unexpectedly,
// does.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/expectations/Expectations.hpp"

namespace conform {

class Judge {
 public:
  Judge(Expectations expectations, std::string today);

  /// Writes into `finding.known` why it is expected to fail, or nothing.
  void take(Finding& finding);

  /// Entries that no longer hold: what they expect to fail passes. Such a run fails.
  std::vector<std::string> unexpectedPasses() const;
  /// Entries that count no more, since their day is over.
  std::vector<std::string> expired() const;
  /// The expectations that fit what was taken: entries that pass are gone, what fails and is not expected has a new one
  /// until `until`. Entries that nothing was held against stay, and so do those that have expired: somebody has to
  /// look.
  Expectations updated(const std::string& until) const;

 private:
  struct Seen {
    std::size_t asExpected = 0, passed = 0, otherwise = 0;
  };
  bool passesUnexpectedly(std::size_t entry) const;
  std::string named(const Expectation& entry) const;

  Expectations expectations_;
  std::string today_;
  std::vector<Seen> seen_;
  std::vector<Expectation> new_;
};

}  // namespace conform
