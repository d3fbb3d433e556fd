// What must hold on every path: one property, one file, one word in meson.build.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/objects/Transition.hpp"
#include "model/objects/World.hpp"

namespace conform {

struct Property {
  std::string_view name;
  std::string_view description;
  /// What is broken by one transition, for a reader; null: nothing can be.
  std::optional<std::string> (*broken)(World& before, const Transition& transition, World& after) = nullptr;
  /// The same at the end of a run: nothing is left that could run.
  std::optional<std::string> (*brokenAtEnd)(World& world) = nullptr;
};
std::span<const Property* const> properties();

/// What the promise is called in the scenario: "r"; or what it is of.
std::string nameOfPromise(const Program& program, std::uint8_t promise);
/// Whether a state of a promise is a settled one.
bool isSettled(std::uint8_t promiseState);
/// Whether the entry reads or writes the tensor's data.
bool usesData(const Entry& entry, std::uint8_t tensor);
/// The entry that a timeline's transition runs; null for any other transition.
const Entry* entryOf(World& before, const Transition& transition);

}  // namespace conform
