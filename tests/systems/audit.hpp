// The commutation audit: at each state of the full system, what the rules of reduction run at once, or put in front of
// the rest, must commute with the rest. It names the pair of steps, where comparing sets only says that they differ.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/systems/FullSystem.hpp"
#include "model/systems/ReducedSystem.hpp"

namespace conform {

class Audit {
 public:
  /// `machine` has been set up and is in its first state.
  Audit(Machine& machine, WrongRule rule) : machine_(machine), full_(machine), rules_(machine, rule) {}

  /// Looks at every state of the full system, but at `states` at most. What is wrong, each with its pair of steps.
  std::vector<std::string> run(std::size_t states);
  std::size_t pairs() const { return pairs_; }
  /// Pairs whose two orders gave different bytes, so that all that may come later had to be compared.
  std::size_t futuresCompared() const { return futuresCompared_; }

 private:
  using Word = explorer::Word;
  struct Step {
    Transition move;
    std::uint8_t row = 0;  ///< Of the timeline's entry or the task, which identifies it when places have shifted.
  };
  /// What was seen, and the state behind it; more than one where the draft leaves something open.
  using Reached = std::vector<std::pair<Word, std::string>>;

  std::vector<Step> stepsOf(const std::string& state);
  std::vector<Step> identified(const std::vector<Transition>& moves);
  const Step* find(const std::vector<Step>& steps, const Step& wanted) const;
  Reached after(const std::string& state, const Step& step);
  Reached inOrder(const std::string& state, const Step& first, const Step& second);
  Reached canonical(Reached reached);
  bool isLocalBehind(const std::string& state, const Step& step, const Step& other);
  bool haveTheSameFutures(const Reached& a, const Reached& b);
  std::string nameOf(const std::string& state, const Step& step);

  void auditState(const std::string& state);
  void auditCanonicalForm(const std::string& state);
  void auditPair(const std::string& state, const Step& step, const Step& other, bool staysLocal);

  Machine& machine_;
  FullSystem full_;
  ReducedSystem rules_;
  std::size_t pairs_ = 0, futuresCompared_ = 0;
  std::vector<std::string> alarms_;
};

}  // namespace conform
