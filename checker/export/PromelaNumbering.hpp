// What a Promela model needs numbers for: every promise, name, tensor, piece of script and reaction of a scenario, all
// known before it runs, since every step runs at most once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/export/promela.hpp"

namespace conform::promela {

struct Tensor {
  unsigned context, length;  ///< Elements.
  std::string shape;
  bool readable, writable;
  unsigned contents = 0;         ///< Number of the literal that it holds at first.
  std::optional<unsigned> name;  ///< That must be bound, if it is made in the script.
};
/// Operands in the order of evaluation.
struct Operand {
  std::string what;  ///< "input", "constant", or an operator's name.
  unsigned length;
  std::string shape;
  unsigned literal = 0;             ///< Of a constant.
  std::string input;                ///< Of an input: its name.
  std::vector<unsigned> arguments;  ///< Of an operator: operands.
  unsigned builder;
};
struct Graph {
  unsigned context;
  std::vector<std::pair<std::string, unsigned>> outputs, inputs;  ///< Operands, by name.
  std::optional<unsigned> name;                                   ///< That must be bound, if built in the script.
};
struct Reaction {
  enum class Kind : std::uint8_t { Observe, Then, Await, Microtask } kind;
  unsigned promise = 0, name = 0, piece = 0;
  Then::When when = Then::When::settled;
};
/// One step and what it was given numbers for.
struct Numbered {
  const Step* step;
  unsigned promise = 0, tensor = 0, graph = 0, entry = 0, name = 0;  ///< `name`: 0 is none.
  std::optional<unsigned> observe, reaction;                         ///< Reactions.
  unsigned next = 0;       ///< The piece that goes on after await, turn, settle.
  bool isForeign = false;  ///< A tensor or graph of another context: refused by the first check of all.
  bool fits = true;        ///< Data and tensors are of the right size, and no tensor comes twice.
};
struct Piece {
  std::vector<Numbered> steps;
  std::string title;
};

struct Numbering {
  std::vector<std::string> names{""};  ///< From 1: of what is observed. Then marks.
  std::map<Name, unsigned> nameOf, contexts, tensorOf, graphOf, builderOf, operandOf, promiseOf;
  std::vector<Tensor> tensors;
  std::vector<Graph> graphs;
  std::vector<Operand> operands;
  std::vector<unsigned> builders;            ///< Their contexts.
  std::vector<std::vector<float>> literals;  ///< Distinct.
  std::vector<std::string> results{""};      ///< For each promise, from 1: what it resolves with; empty: contents.
  std::vector<Reaction> reactions{{}};       ///< From 1.
  std::vector<Piece> pieces{{}};             ///< From 1; 1 is the main script's first.
  std::vector<unsigned> tasks;               ///< Pieces.
  unsigned entries = 0;                      ///< Of timelines: calls.
  bool usesControl = false;                  ///< pause, resume, drain or runTimeline.
  std::vector<unsigned> losses;              ///< Contexts that may be lost at any time.
  /// Names with a promise in the order of the scenario: those that are pending at the end are told.
  std::vector<std::pair<unsigned, unsigned>> pendingOrder;  ///< Name, promise.
  std::vector<std::string> problems;
};

Numbering number(const Scenario& scenario);

}  // namespace conform::promela
