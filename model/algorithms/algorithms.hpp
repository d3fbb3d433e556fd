// Every algorithm of the draft that changes a world, one declaration each.
#pragma once

#include "model/objects/World.hpp"

namespace conform {

// ---- Promises and the event loop ----
void fulfil(World& world, std::uint8_t promise);
void reject(World& world, std::uint8_t promise, Error error);
/// p.then(...): at once a microtask where the promise is settled.
void react(World& world, std::uint8_t promise, std::uint8_t reaction);
void queueMlTask(World& world, std::uint8_t task);
void runMlTask(World& world);
void runMicrotask(World& world);
/// Lets a piece of script run, or nothing where it is empty.
void start(World& world, std::uint8_t piece);
/// The last step of the top level has completed.
void endScript(World& world);

// ---- Script ----
/// The next step of the piece that runs.
void runCommand(World& world);
void runCommand(World& world, const Command& command);
/// What an event at any time does.
void happen(World& world, const Command& event);

void destroyTensor(World& world, std::uint8_t tensor, bool byLoss);
void destroyGraph(World& world, std::uint8_t graph);
void lose(World& world, std::uint8_t context);
void enqueue(World& world, std::uint8_t context, std::uint8_t entry);

// ---- Timelines ----
/// Whether the entry at this place of the timeline (counted in entries) may take its next action.
bool mayAct(World& world, std::uint8_t context, std::size_t place);
/// Its next action; removes it when it has come to its end.
void act(World& world, std::uint8_t context, std::size_t place);
void runEntries(World& world, std::uint8_t context, std::size_t count);
/// A context that is made in parallel is there.
void contextIsMade(World& world, std::uint8_t context);

}  // namespace conform
