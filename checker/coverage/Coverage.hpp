// Which steps of the draft ran, and for which scenarios.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "model/spec/Steps.hpp"

namespace conform {

class Coverage final : public StepRecorder {
 public:
  /// What runs from here on runs for this scenario.
  void begin(std::string scenario) { scenario_ = std::move(scenario); }

  void step(std::string_view anchor, std::string_view number) override {
    std::set<std::string>& scenarios = steps_[{std::string(anchor), std::string(number)}];
    if (scenarios.size() < namesKept) scenarios.insert(scenario_);
    before_ = std::exchange(last_, {std::string(anchor), std::string(number)});
  }
  void refuses() override {
    refused_.insert(last_);
    // A method of a family only hands on (in its step 1.1) what a step of the family found.
    if (last_.second == "1.1") refused_.insert(before_);
  }

  /// Whether it is a check that failed for some scenario.
  bool hasRefused(std::string_view anchor, std::string_view number) const {
    return refused_.contains({std::string(anchor), std::string(number)});
  }

  /// Null if it never ran.
  const std::set<std::string>* of(std::string_view anchor, std::string_view number) const {
    const auto found = steps_.find({std::string(anchor), std::string(number)});
    return found == steps_.end() ? nullptr : &found->second;
  }

 private:
  static constexpr std::size_t namesKept = 5;
  using Step = std::pair<std::string, std::string>;
  std::string scenario_;
  Step last_, before_;
  std::set<Step> refused_;
  std::map<Step, std::set<std::string>> steps_;
};

}  // namespace conform
