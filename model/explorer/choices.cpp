// A run that shows a given word: from the states that were kept, or by searching the system again.
#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "model/explorer/StateSet.hpp"
#include "model/explorer/hash.hpp"
#include "model/explorer/operations.hpp"

namespace conform::explorer {
namespace {

/// Whether `word` goes on with `part` at `position`.
bool goesOn(std::span<const Symbol> word, std::size_t position, std::span<const Symbol> part) {
  return part.size() <= word.size() - position && std::ranges::equal(word.subspan(position, part.size()), part);
}

}  // namespace

std::optional<Choices> choices(const Nfa& nfa, std::span<const Symbol> word) {
  if (nfa.states.empty()) return std::nullopt;
  // Breadth first over pairs of a state and a position in the word.
  struct Reached {
    std::uint32_t state, position, parent, choice;
  };
  std::vector<Reached> reached{{0, 0, 0, 0}};
  std::unordered_map<std::uint64_t, bool> seen{{0, true}};
  const auto pathTo = [&](std::size_t at, std::uint32_t last) {
    Choices path{last};
    for (; at != 0; at = reached[at].parent) path.push_back(reached[at].choice);
    std::reverse(path.begin(), path.end());
    return path;
  };

  std::vector<std::optional<Word>> labels(nfa.words.size());
  for (std::size_t at = 0; at < reached.size(); ++at) {
    const auto [state, position, parent, choice] = reached[at];
    const auto edges = nfa.edgesOf(state);
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      auto& label = labels[edges[i].seen];
      if (!label) label = nfa.words[edges[i].seen];
      if (!goesOn(word, position, *label)) continue;
      const std::uint32_t next = position + static_cast<std::uint32_t>(label->size());
      if (edges[i].target == Nfa::End) {
        if (next == word.size()) return pathTo(at, i);
        continue;
      }
      if (!seen.emplace((std::uint64_t{edges[i].target} << 32) | next, true).second) continue;
      reached.push_back({edges[i].target, next, static_cast<std::uint32_t>(at), i});
    }
  }
  return std::nullopt;
}

namespace {

/// Depth first over pairs of a state and a position, each tried once.
class GuidedSearch final : EdgeSink {
 public:
  GuidedSearch(SystemReference system, std::span<const Symbol> word, const Limits& limits)
      : system_(system), word_(word), limits_(limits) {}

  std::optional<Choices> run() {
    frames_.push_back({});
    told_ = 0;
    system_.initial(*this);
    while (!frames_.empty() && !found_) {
      Frame& frame = frames_.back();
      if (frame.next == frame.successors.size()) {
        frames_.pop_back();
        continue;
      }
      const Successor successor = frame.successors[frame.next++];
      if (tried_[successor.number]) continue;
      tried_[successor.number] = true;
      if (visited_->size() > limits_.states || visited_->bytes() > limits_.memory) return std::nullopt;
      if (++steps_ % 4096 == 0 && limits_.goOn && !limits_.goOn(visited_->size())) return std::nullopt;
      frames_.push_back({.choice = successor.choice});
      const std::byte* bytes = (*visited_)[successor.number];
      current_.assign(bytes, bytes + stateSize_);
      std::uint32_t position;
      std::memcpy(&position, bytes + padded(stateSize_), sizeof position);
      position_ = position;
      told_ = 0;
      system_.expand({reinterpret_cast<const char*>(current_.data()), stateSize_}, *this);
    }
    if (!found_) return std::nullopt;
    Choices path;
    for (std::size_t i = 1; i < frames_.size(); ++i) path.push_back(frames_[i].choice);
    path.push_back(last_);
    return path;
  }

 private:
  struct Successor {
    std::uint32_t number, choice;
  };
  struct Frame {
    std::uint32_t choice = 0;
    std::vector<Successor> successors{};
    std::size_t next = 0;
  };
  static std::size_t padded(std::size_t size) { return (size + 7) / 8 * 8; }

  void edge(Bytes successor, Seen seen) override {
    const std::uint32_t choice = told_++;
    if (found_ || !goesOn(word_, position_, seen)) return;
    if (!visited_) {
      stateSize_ = successor.size();
      entry_.resize(padded(stateSize_) + 8);
      visited_.emplace(entry_.size());
    }
    const std::uint32_t position = static_cast<std::uint32_t>(position_ + seen.size());
    std::memcpy(entry_.data(), successor.data(), stateSize_);
    std::memcpy(entry_.data() + padded(stateSize_), &position, sizeof position);
    const auto inserted = visited_->insert(entry_.data(), hashWords(entry_.data(), entry_.size()));
    if (inserted.isNew) tried_.push_back(false);
    if (!tried_[inserted.number]) frames_.back().successors.push_back({inserted.number, choice});
  }

  void end(Seen seen) override {
    const std::uint32_t choice = told_++;
    if (found_ || !goesOn(word_, position_, seen) || position_ + seen.size() != word_.size()) return;
    found_ = true;
    last_ = choice;
  }

  SystemReference system_;
  std::span<const Symbol> word_;
  const Limits& limits_;
  std::optional<ExactSet> visited_;  ///< Of states, each with the position behind it.
  std::size_t stateSize_ = 0, position_ = 0, steps_ = 0;
  std::vector<std::byte> entry_, current_;
  std::vector<bool> tried_;
  std::vector<Frame> frames_;
  std::uint32_t told_ = 0, last_ = 0;
  bool found_ = false;
};

}  // namespace

std::optional<Choices> findRun(SystemReference system, std::span<const Symbol> word, const Limits& limits) {
  return GuidedSearch{system, word, limits}.run();
}

}  // namespace conform::explorer
