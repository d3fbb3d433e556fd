#include "model/systems/checkProperties.hpp"

#include <algorithm>
#include <unordered_map>

#include "model/systems/AllowedOutcomesData.hpp"

namespace conform {
namespace {

/// Breadth first, so that the first run that breaks a property is a shortest one.
class Search final : public explorer::EdgeSink {
 public:
  Search(Machine& machine, const std::string& first, const Sabotage& sabotage)
      : machine_(machine),
        system_(machine),
        before_(machine.world.program),
        after_(machine.world.program),
        sabotage_(sabotage) {
    system_.told = &told_;
    reach(first, 0, 0);
  }

  struct Found {
    const Property* property;
    std::string what;
    std::vector<std::uint32_t> choices;
  };
  std::vector<Found> found;

  /// Whether all states were visited.
  bool run(std::size_t maxStates) {
    for (at_ = 0; at_ < states_.size(); ++at_) {
      if (states_.size() > maxStates) return false;
      const std::string state = *states_[at_].bytes;
      load(before_, state);
      told_.clear();
      choice_ = 0;
      system_.expand(state, *this);
    }
    return true;
  }
  std::size_t states() const { return states_.size(); }

  void edge(explorer::Bytes successor, explorer::Seen) override {
    const std::uint32_t choice = choice_++;
    load(after_, successor);
    if (sabotage_) sabotage_(told_.back(), after_);
    for (const Property* property : properties()) {
      if (property->broken == nullptr) continue;
      if (const auto what = property->broken(before_, told_.back(), after_)) remember(*property, *what, choice);
    }
    const auto* bytes = reinterpret_cast<const char*>(after_.bytes.data());
    reach({bytes, after_.layout().size}, static_cast<std::uint32_t>(at_), choice);
  }
  void end(explorer::Seen) override {
    for (const Property* property : properties()) {
      if (property->brokenAtEnd == nullptr) continue;
      if (const auto what = property->brokenAtEnd(before_)) remember(*property, *what, choice_);
    }
  }

 private:
  struct State {
    const std::string* bytes;
    std::uint32_t parent, choice;
  };

  static void load(World& world, explorer::Bytes state) {
    std::memcpy(world.bytes.data(), state.data(), world.layout().size);
  }
  void reach(explorer::Bytes state, std::uint32_t parent, std::uint32_t choice) {
    const auto [entry, isNew] = numbers_.emplace(std::string{state}, states_.size());
    if (isNew) states_.push_back({&entry->first, parent, choice});
  }
  void remember(const Property& property, const std::string& what, std::uint32_t choice) {
    if (std::ranges::find(found, &property, &Found::property) != found.end()) return;
    std::vector<std::uint32_t> choices{choice};
    for (std::size_t i = at_; i != 0; i = states_[i].parent) choices.push_back(states_[i].choice);
    std::ranges::reverse(choices);
    found.push_back({&property, what, std::move(choices)});
  }

  Machine& machine_;
  FullSystem system_;
  World before_, after_;
  const Sabotage& sabotage_;
  std::vector<Transition> told_;
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<State> states_;
  std::size_t at_ = 0;
  std::uint32_t choice_ = 0;
};

}  // namespace

PropertyCheck AllowedOutcomes::checkProperties(std::size_t maxStates, const Sabotage& sabotage) const {
  Machine& machine = *data_->machine;
  machine.load(data_->first);
  Search search{machine, data_->first, sabotage};
  PropertyCheck check;
  check.complete = search.run(maxStates);
  check.states = search.states();
  for (const Search::Found& found : search.found)
    check.broken.push_back(
        {found.property, found.what, sabotage ? std::vector<NarratedStep>{} : narrateRun(found.choices)});
  return check;
}

}  // namespace conform
