#include "checker/export/WptExpectations.hpp"

#include <algorithm>
#include <utility>

#include "checker/export/JavaScriptWriter.hpp"
#include "model/vocabulary/Overload.hpp"

namespace conform {

using namespace javascript;

std::string shown(const Value& value) {
  return std::visit(Overload{
                        [](Undefined) -> std::string { return "undefined"; },
                        [](bool truth) -> std::string { return truth ? "true" : "false"; },
                        [](const std::string& text) { return text; },
                        [](Interface interface) { return std::string(nameOf(interface)); },
                        [](const Contents& contents) { return joined(elementsOf(contents), ","); },
                        [](Detached) -> std::string { return "detached"; },
                        [](const LostInfo&) -> std::string { return "a lost info"; },
                        [](const Numbers& numbers) {
                          std::vector<std::string> texts;
                          for (const Number& one : numbers) texts.push_back(number(one));
                          return joined(texts, ",");
                        },
                    },
                    value);
}

std::string shown(const Outcome& outcome) {
  const std::string kind(nameOf(outcome.kind));
  switch (outcome.kind) {
    case OutcomeKind::Rejected:
    case OutcomeKind::Throws:
      return kind + " " + std::string(nameOf(outcome.error));
    case OutcomeKind::Resolved:
    case OutcomeKind::Returns:
      return kind + " " + shown(outcome.value);
    default:
      return kind;
  }
}

WptExpectations::WptExpectations(const AllowedRuns& allowed) : runs_(allowed.runs.size()), open_(allowed.openValues) {
  std::optional<std::vector<std::string>> order;
  for (const Observations& run : allowed.runs) {
    std::vector<std::string> log;
    for (const Observation& observation : run) {
      if (observation.kind == Observation::Kind::Device) continue;
      if (observation.kind == Observation::Kind::Settled || observation.kind == Observation::Kind::Marked) {
        log.push_back(observation.name);
      }
      if (observation.kind != Observation::Kind::Marked) add(observation);
    }
    orderIsFree_ = orderIsFree_ || (order && *order != log);
    order = std::move(log);
  }
  order_ = order.value_or(std::vector<std::string>{});
}

std::vector<Outcome> WptExpectations::of(const Name& name) const {
  const auto found = outcomes_.find(name);
  std::vector<Outcome> all = found == outcomes_.end() ? std::vector<Outcome>{} : found->second;
  const auto count = counts_.find(name);
  if (count == counts_.end() || count->second < runs_) all.push_back({});
  return all;
}

void WptExpectations::add(const Observation& observation) {
  ++counts_[observation.name];
  Outcome outcome = observation.outcome;
  if (isOpen(observation.name)) outcome.value = {};
  std::vector<Outcome>& known = outcomes_[observation.name];
  if (std::find(known.begin(), known.end(), outcome) == known.end()) known.push_back(std::move(outcome));
}

}  // namespace conform
