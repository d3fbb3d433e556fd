// The bench that the algorithms work at: one state, as flat bytes, and what is fixed for the scenario. The accessors
// alone know how the bytes are laid out.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/explorer/Automaton.hpp"
#include "model/objects/Program.hpp"
#include "model/spec/Steps.hpp"
#include "model/vocabulary/Ensure.hpp"
#include "model/vocabulary/Granularity.hpp"

namespace conform {

/// A list in the state. Unused bytes are zero: one situation has one byte string.
class StateList {
 public:
  StateList(std::uint8_t* bytes, ListSlot slot) : at_(bytes + slot.at), capacity_(slot.capacity) {}
  std::uint8_t size() const { return capacity_ == 0 ? std::uint8_t{0} : at_[0]; }
  bool empty() const { return size() == 0; }
  std::uint8_t operator[](std::size_t index) const { return at_[1 + index]; }
  std::uint8_t& operator[](std::size_t index) { return at_[1 + index]; }
  void push(std::uint8_t value) {
    ENSURE(at_[0] < capacity_);
    at_[1 + at_[0]++] = value;
  }
  void erase(std::size_t index, std::size_t count = 1) {
    std::memmove(at_ + 1 + index, at_ + 1 + index + count, at_[0] - index - count);
    at_[0] = static_cast<std::uint8_t>(at_[0] - count);
    std::memset(at_ + 1 + at_[0], 0, count);
  }
  std::uint8_t pop() {
    const std::uint8_t first = at_[1];
    erase(0);
    return first;
  }
  /// The index of a value; size() if it is not there.
  std::size_t find(std::uint8_t value) const {
    std::size_t index = 0;
    while (index < size() && at_[1 + index] != value) ++index;
    return index;
  }

 private:
  std::uint8_t* at_;
  std::uint8_t capacity_;
};

/// What a symbol stands for.
struct Seen {
  enum class Kind : std::uint8_t { Fulfilled, Rejected, Returned, Threw, Marked, Pending, Peeked, Device };
  Kind kind = Kind::Fulfilled;
  std::uint16_t name = 0;    ///< Of Device: the entry.
  std::uint32_t detail = 0;  ///< A term, an error, or what happened to the entry.
  bool operator==(const Seen&) const = default;
};

class World {
 public:
  explicit World(Program& program) : program(program) {}

  Program& program;
  alignas(8) std::array<std::uint8_t, Layout::MaxSize> bytes{};
  std::vector<explorer::Symbol> seen;  ///< Since it was last cleared.
  StepRecorder* recorder = nullptr;
  bool deviceLevel = false;
  Granularity granularity;
  bool isSettingUp = false;
  bool threw = false;  ///< A call, since it was last cleared.

  const Reading& semantics() const { return program.semantics; }
  const Layout& layout() const { return program.layout; }

  // ---- The event loop ----
  std::uint8_t& piece() { return bytes[layout().piece]; }
  std::uint8_t& pc() { return bytes[layout().pc]; }
  std::uint8_t& waiting() { return bytes[layout().waiting]; }  ///< Piece that goes on at quiescence.
  std::uint8_t& turn() { return bytes[layout().turn]; }        ///< Piece that goes on in a task of its own.
  enum Flag : std::uint8_t { ScriptEnded = 1, DocumentIsGone = 2, ObjectHasThen = 4, TensorHasThen = 8 };
  bool has(Flag flag) const { return (bytes[layout().flags] & flag) != 0; }
  void set(Flag flag) { bytes[layout().flags] |= flag; }
  void clear(Flag flag) { bytes[layout().flags] &= static_cast<std::uint8_t>(~flag); }
  bool bit(std::size_t base, std::size_t index) const { return (bytes[base + index / 8] >> (index % 8) & 1) != 0; }
  void setBit(std::size_t base, std::size_t index) {
    bytes[base + index / 8] |= static_cast<std::uint8_t>(1U << (index % 8));
  }
  void clearBit(std::size_t base, std::size_t index) {
    bytes[base + index / 8] &= static_cast<std::uint8_t>(~(1U << (index % 8)));
  }
  bool isBound(std::uint16_t name) const { return program.bindsInSetup[name] || bit(layout().boundBits, name); }
  StateList microtasks() { return {bytes.data(), layout().microtasks}; }
  StateList mlTasks() { return {bytes.data(), layout().mlTasks}; }

  // ---- Objects ----
  enum ContextFlag : std::uint8_t { ContextExists = 1, Lost = 2, Paused = 4, DeviceFailed = 8 };
  enum TensorFlag : std::uint8_t { TensorExists = 1, TensorDestroyed = 2, Errored = 4, Released = 8 };
  enum GraphFlag : std::uint8_t { GraphExists = 1, GraphDestroyed = 2 };
  enum BuilderFlag : std::uint8_t { HasBuilt = 1, BuilderDestroyed = 2 };
  std::uint8_t& context(std::uint8_t c) { return bytes[layout().contexts + c]; }
  std::uint8_t& tensor(std::uint8_t t) { return bytes[layout().tensors + t]; }
  std::uint8_t& graph(std::uint8_t g) { return bytes[layout().graphs + g]; }
  std::uint8_t& builder(std::uint8_t b) { return bytes[layout().builders + b]; }
  std::uint8_t& detached(std::uint8_t storage) { return bytes[layout().buffers + storage]; }
  /// VARIES lossFlag. The two differ only where `lost` was resolved with an object that has a `then`.
  bool isLost(std::uint8_t c) {
    if (program.usesPollution && !semantics().lossIsFlag) return promise(program.contexts[c].promise) == Fulfilled;
    return (context(c) & Lost) != 0;
  }
  bool isDestroyed(std::uint8_t t) { return (tensor(t) & TensorDestroyed) != 0; }

  Term contents(std::uint8_t t) const { return word(layout().contents + t * 2U); }
  void setContents(std::uint8_t t, Term term) { setWord(layout().contents + t * 2U, term); }
  Term value(std::uint8_t promise) const { return word(layout().values + promise * 2U); }
  void setValue(std::uint8_t promise, Term term) { setWord(layout().values + promise * 2U, term); }
  Term bufferContents(std::uint8_t b) const { return word(layout().bufferContents + b * 2U); }
  void setBufferContents(std::uint8_t b, Term term) { setWord(layout().bufferContents + b * 2U, term); }

  std::uint8_t& failNext(std::uint8_t c, FailNext::Operation operation) {
    return bytes[layout().failures + c * 6U + static_cast<unsigned>(operation)];
  }
  std::uint8_t& failNextContext() { return bytes[layout().failures + program.contexts.size() * 6]; }

  StateList pendingPromises(std::uint8_t t) { return {bytes.data(), layout().pendingPromises[t]}; }
  /// All tensors in the order in which they were made; kept only where a loss needs it.
  StateList created() { return {bytes.data(), layout().created}; }
  StateList creations(std::uint8_t c) { return {bytes.data(), layout().creations[c]}; }
  StateList reactions(std::uint8_t promise) { return {bytes.data(), layout().reactions[promise]}; }
  /// Pairs: the entry's row, and how far it has come.
  StateList timeline(std::uint8_t c) { return {bytes.data(), layout().timeline[c]}; }

  /// How far an entry of a timeline has come.
  enum Stage : std::uint8_t { Waiting = 0, Done = 1, Failed = 2, Copying = 3, Dropped = 4 };

  // ---- Promises: one byte each ----
  enum PromiseState : std::uint8_t {
    NoPromise = 0,
    IsPending = 1,
    Fulfilled = 2,
    RejectedAndSeen = 3,
    FirstRejected = 4,
    NoReply = 128  ///< Pending, and nothing settles it any more.
  };
  /// The value of a creation that was resolved with the text of a `then`, not with the tensor.
  static constexpr Term HijackedText = 1;
  std::uint8_t& promise(std::uint8_t p) { return bytes[layout().promises + p]; }
  bool isPending(std::uint8_t p) { return promise(p) == IsPending; }

  // ---- What can be seen ----
  void see(Seen::Kind kind, std::uint16_t name, std::uint32_t detail = 0);
  void seeDevice(const char* what, const Entry& entry);
  const Seen& meaning(explorer::Symbol symbol) const { return meanings_[symbol]; }
  std::size_t symbols() const { return meanings_.size(); }
  const std::string& deviceLabel(std::uint32_t number) const { return deviceLabels_[number]; }

  /// One of `count` possibilities that the draft leaves open: the transition is run once for each.
  std::uint8_t choose(std::uint8_t count);
  /// The next run of the transition makes other choices; false when all have been made.
  bool nextChoices();

 private:
  Term word(std::size_t at) const {
    Term term;
    std::memcpy(&term, bytes.data() + at, 2);
    return term;
  }
  void setWord(std::size_t at, Term term) { std::memcpy(bytes.data() + at, &term, 2); }

  std::unordered_map<std::uint64_t, explorer::Symbol> symbols_;
  std::vector<Seen> meanings_{{}};
  std::vector<std::string> deviceLabels_;
  struct Choice {
    std::uint8_t made, count;
  };
  std::vector<Choice> choices_;
  std::size_t nextChoice_ = 0;
};

}  // namespace conform
