#include "model/explorer/Explore.hpp"

#include <array>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "model/explorer/StateSet.hpp"
#include "model/explorer/hash.hpp"
#include "model/explorer/operations.hpp"

namespace conform::explorer {
namespace {

std::size_t padded(std::size_t size) {
  return (size + 7) / 8 * 8;
}

/// The search, depth first. Between the system, which tells successors, and the visited set lies a ring: a successor is
/// hashed and its slot prefetched when it is told, and looked up when the ring has gone round. So up to 32 look-ups
/// wait for memory at once, and none is waited for.
template <Method method>
class Search final : EdgeSink {
  static constexpr bool logInState = method != Method::LogOnEdges;
  using Visited = std::conditional_t<method == Method::Fingerprints, FingerprintSet, ExactSet>;

 public:
  Search(SystemReference system, const Limits& limits) : system_(system), limits_(limits) {}

  Explored run() {
    begin(0, 0);
    system_.initial(*this);
    while (explored_.stop == Stop::Complete) {
      while (stackIsEmpty() && waiting_ != 0) settleOldest();
      if (stackIsEmpty()) break;
      take();
      if (++expansions_ % 256 == 0 || visited_->size() > limits_.states) check();
    }
    finish();
    return std::move(explored_);
  }

 private:
  static constexpr std::size_t ringSize = 32;
  struct Waiting {
    std::uint64_t hash;
    std::uint32_t from;
    WordId seen;
    bool ends;
  };

  // ---- What the system tells ----

  void edge(Bytes successor, Seen seen) override {
    if (entrySize_ == 0) [[unlikely]]
      layOut(successor.size());
    if (successor.size() != stateSize_) throw std::logic_error("the states of a system must have one size");
    const std::size_t at = claim();
    std::byte* const entry = entryAt(at);
    std::memcpy(entry, successor.data(), stateSize_);
    const WordId word = words().append(logInState ? log_ : 0, seen);
    if constexpr (logInState) std::memcpy(entry + stateSize_, &word, sizeof word);
    const std::uint64_t hash = hashWords(entry, entrySize_);
    visited_->prefetch(hash);
    ring_[at] = {hash, from_, word, false};
  }

  void end(Seen seen) override {
    const WordId word = words().append(logInState ? log_ : 0, seen);
    if constexpr (logInState) {
      if (ended_.size() <= word) ended_.resize(word + 1, false);
      if (!ended_[word]) accepted_.push_back(word);
      ended_[word] = true;
    } else {
      ring_[claim()] = {0, from_, word, true};  // Through the ring: the order of what was told is kept.
    }
  }

  void layOut(std::size_t stateSize) {
    stateSize_ = stateSize;
    entrySize_ = padded(stateSize + (logInState ? sizeof(WordId) : 0));
    entries_.resize(ringSize * entrySize_);
    current_.resize(entrySize_);
    if constexpr (method == Method::Fingerprints) {
      visited_.emplace();
    } else {
      visited_.emplace(entrySize_);
    }
  }

  // ---- The ring ----

  std::byte* entryAt(std::size_t at) { return entries_.data() + at * entrySize_; }

  std::size_t claim() {
    if (waiting_ == ringSize) settleOldest();
    return (oldest_ + waiting_++) % ringSize;
  }

  void settleOldest() {
    const std::size_t at = oldest_;
    oldest_ = (oldest_ + 1) % ringSize;
    --waiting_;
    const Waiting& waiting = ring_[at];
    if constexpr (method == Method::LogOnEdges) {
      settleEdge(waiting, at);
    } else {
      if (waiting.from != 0) ++explored_.transitions;
      if constexpr (method == Method::Fingerprints) {
        if (!visited_->insert(waiting.hash)) return;
        const std::size_t top = copies_.size();
        copies_.resize(top + entrySize_);
        std::memcpy(copies_.data() + top, entryAt(at), entrySize_);
      } else {
        const auto inserted = visited_->insert(entryAt(at), waiting.hash);
        if (inserted.isNew) stack_.push(inserted.number);
      }
    }
  }

  void settleEdge(const Waiting& waiting, std::size_t at) {
    auto& edges = explored_.nfa.edges;
    Nfa::State& from = explored_.nfa.states[waiting.from];
    if (from.edgeCount++ == 0) from.firstEdge = static_cast<std::uint32_t>(edges.size());
    if (waiting.ends) {
      edges.push_back({Nfa::End, waiting.seen});
      return;
    }
    if (waiting.from != 0) ++explored_.transitions;
    const auto inserted = visited_->insert(entryAt(at), waiting.hash);
    edges.push_back({inserted.number + 1, waiting.seen});
    if (!inserted.isNew) return;
    explored_.nfa.states.push_back({});
    stack_.push(inserted.number);
  }

  // ---- The stack ----

  bool stackIsEmpty() const { return method == Method::Fingerprints ? copies_.empty() : stack_.empty(); }

  void begin(std::uint32_t from, WordId log) {
    if (method == Method::LogOnEdges && from == 0) explored_.nfa.states.push_back({});
    from_ = from;
    log_ = log;
  }

  void take() {
    if constexpr (method == Method::Fingerprints) {
      const std::size_t top = copies_.size() - entrySize_;
      std::memcpy(current_.data(), copies_.data() + top, entrySize_);
      copies_.resize(top);
      begin(1, logOf(current_));
    } else {
      const std::uint32_t number = stack_[stack_.size() - 1];
      stack_.pop();
      std::memcpy(current_.data(), (*visited_)[number], entrySize_);
      begin(number + 1, logInState ? logOf(current_) : 0);
    }
    system_.expand({reinterpret_cast<const char*>(current_.data()), stateSize_}, *this);
  }

  WordId logOf(const std::vector<std::byte>& entry) const {
    WordId log;
    std::memcpy(&log, entry.data() + stateSize_, sizeof log);
    return log;
  }

  // ---- Bounds ----

  WordTable& words() { return method == Method::LogOnEdges ? explored_.nfa.words : logs_; }

  std::size_t bytes() {
    std::size_t sum = words().bytes() + stack_.bytes() + copies_.bytes() + (visited_ ? visited_->bytes() : 0);
    sum += explored_.nfa.states.capacity() * sizeof(Nfa::State) + explored_.nfa.edges.capacity() * sizeof(Nfa::Edge);
    return sum + accepted_.capacity() * sizeof(WordId);
  }

  void check() {
    const std::size_t used = bytes();
    if (used > explored_.peakBytes) explored_.peakBytes = used;
    if (visited_->size() > limits_.states) explored_.stop = Stop::States;
    if (used > limits_.memory) explored_.stop = Stop::Memory;
    if constexpr (method != Method::Fingerprints) {
      if (visited_->isFull()) explored_.stop = Stop::States;
    }
    if (expansions_ % 4096 == 0 && limits_.goOn && !limits_.goOn(visited_->size())) explored_.stop = Stop::Interrupted;
  }

  void finish() {
    while (waiting_ != 0) settleOldest();
    const std::size_t used = bytes();
    if (used > explored_.peakBytes) explored_.peakBytes = used;
    explored_.states = visited_ ? visited_->size() : 0;
    if constexpr (logInState) {
      explored_.automaton = automatonOf(logs_, accepted_);
    } else if (auto automaton = determinised(explored_.nfa, limits_.memory)) {
      explored_.automaton = std::move(*automaton);
    } else {
      explored_.stop = Stop::Memory;
    }
  }

  SystemReference system_;
  const Limits& limits_;
  Explored explored_;
  std::optional<Visited> visited_;
  std::size_t stateSize_ = 0, entrySize_ = 0, expansions_ = 0;

  std::array<Waiting, ringSize> ring_{};
  std::vector<std::byte> entries_;  ///< The bytes of what waits in the ring.
  std::size_t oldest_ = 0, waiting_ = 0;

  BigArray<std::uint32_t> stack_;  ///< Numbers of states, or
  BigArray<std::byte> copies_;     ///< the states themselves, where the visited set does not keep them.
  std::vector<std::byte> current_;
  std::uint32_t from_ = 0;

  WordTable logs_;
  WordId log_ = 0;
  std::vector<bool> ended_;
  std::vector<WordId> accepted_;
};

}  // namespace

Explored explore(SystemReference system, Method method, const Limits& limits) {
  switch (method) {
    case Method::LogOnEdges:
      return Search<Method::LogOnEdges>{system, limits}.run();
    case Method::LogInState:
      return Search<Method::LogInState>{system, limits}.run();
    case Method::Fingerprints:
      return Search<Method::Fingerprints>{system, limits}.run();
  }
  throw std::logic_error("no such method");
}

}  // namespace conform::explorer
