// One run, told step by step: the full system runs it again with every step heard.
#include <map>
#include <set>
#include <utility>

#include "model/spec/Table.hpp"
#include "model/systems/AllowedOutcomesData.hpp"

namespace conform {
namespace {

using Move = Transition::Kind;
using Lane = NarratedStep::Lane;

/// Where a thing waits until it runs: a queue, and its number there. Every number is queued at most once in a run.
enum class Queue : std::uint8_t { Microtasks, MlTasks, Timeline };
using Waiting = std::pair<Queue, unsigned>;

class Narrator final : public explorer::EdgeSink, public StepRecorder {
 public:
  Narrator(Machine& machine, const AllowedOutcomes& outcomes) : machine_(machine), outcomes_(outcomes) {
    NarratedStep setup;
    setup.text = "the set-up has run";
    for (std::uint8_t t = 0; t < program().tensors.size(); ++t) {
      if ((world().tensor(t) & World::TensorExists) != 0) setup.bytes += allocate(t);
    }
    lines.push_back(std::move(setup));
    rememberCauses(0);
  }

  std::vector<NarratedStep> lines;

  /// The state that the choice leads to.
  std::string take(FullSystem& system, const std::string& state, std::uint32_t choice) {
    wanted_ = choice;
    told_ = 0;
    before_ = state;
    transitions_.clear();
    forget();
    system.told = &transitions_;
    machine_.world.recorder = this;
    deviceLevel_ = std::exchange(machine_.world.deviceLevel, true);
    system.expand(state, *this);
    machine_.world.deviceLevel = deviceLevel_;
    machine_.world.recorder = nullptr;
    system.told = nullptr;
    return next_;
  }

  void step(std::string_view anchor, std::string_view number) override { steps_.emplace_back(anchor, number); }
  void decides(std::uint8_t promise) override {
    if (!steps_.empty()) decided_[promise] = steps_.size() - 1;
  }

  void edge(explorer::Bytes successor, explorer::Seen seen) override {
    if (told_++ == wanted_) {
      next_ = std::string{successor};
      const std::vector<explorer::Symbol> symbols{seen.begin(), seen.end()};  // Naming them may show more.
      tell(transitions_.back(), symbols);
    }
    forget();
  }
  void end(explorer::Seen seen) override {
    if (told_++ != wanted_) return;
    next_ = before_;
    const std::vector<explorer::Symbol> symbols{seen.begin(), seen.end()};
    for (const explorer::Symbol symbol : symbols) {
      NarratedStep line;
      line.text = "nothing is left to run, and " + outcomes_.observation(symbol).name + " is still pending";
      line.observations.push_back(shown(symbol));
      lines.push_back(std::move(line));
    }
  }

 private:
  World& world() { return machine_.world; }
  const Program& program() { return machine_.world.program; }

  void forget() {
    steps_.clear();
    decided_.clear();
  }

  /// Bytes that are allocated, or released, now: nothing where it was so before.
  std::int64_t allocate(std::uint8_t tensor) {
    if (!allocated_.insert(tensor).second) return 0;
    return static_cast<std::int64_t>(byteLengthOf(program().tensors[tensor].descriptor).value_or(0));
  }
  std::int64_t release(std::uint8_t tensor) {
    if (allocated_.erase(tensor) == 0) return 0;
    return -static_cast<std::int64_t>(byteLengthOf(program().tensors[tensor].descriptor).value_or(0));
  }
  /// What an entry of a timeline does to the memory, in the state before it. (Bit by bit as it is carried out: a tensor
  /// has its memory once its creation was begun.)
  std::int64_t bytesOf(const Transition& transition) {
    if (transition.kind != Move::Timeline) return 0;
    const Entry& entry = program().entries[world().timeline(transition.index)[transition.place * 2U]];
    if (entry.kind == Entry::Kind::ReleaseTensor) return release(entry.tensor);
    const bool creates = entry.kind == Entry::Kind::CreateTensor || entry.kind == Entry::Kind::CreateConstantTensor;
    return creates && !world().isLost(transition.index) ? allocate(entry.tensor) : 0;
  }

  template <class Visit>
  void forEachWaiting(const Visit& visit) {
    for (std::uint8_t i = 0; i < world().microtasks().size(); ++i)
      visit(Waiting{Queue::Microtasks, world().microtasks()[i]});
    for (std::uint8_t i = 0; i < world().mlTasks().size(); ++i) visit(Waiting{Queue::MlTasks, world().mlTasks()[i]});
    for (std::uint8_t c = 0; c < program().contexts.size(); ++c) {
      for (std::size_t i = 0; i < world().timeline(c).size(); i += 2)
        visit(Waiting{Queue::Timeline, world().timeline(c)[i]});
    }
  }
  void rememberCauses(std::size_t line) {
    forEachWaiting([&](const Waiting& waiting) { causes_.emplace(waiting, line); });
  }

  NarratedStep::Shown shown(explorer::Symbol symbol) {
    const Seen& seen = world().meaning(symbol);
    NarratedStep::Shown shown{outcomes_.observation(symbol), std::nullopt};
    if (seen.kind == Seen::Kind::Device) {  // The last step before it.
      if (!lines.back().anchor.empty()) shown.decidedBy = lines.size() - 1;
    } else if (seen.kind == Seen::Kind::Returned || seen.kind == Seen::Kind::Threw || seen.kind == Seen::Kind::Peeked) {
      if (!lines.back().anchor.empty()) shown.decidedBy = lines.size() - 1;
    } else if (seen.kind != Seen::Kind::Marked) {
      const auto found = decidedAt_.find(program().promiseOfName[seen.name]);
      if (found != decidedAt_.end()) shown.decidedBy = found->second;
    }
    return shown;
  }

  /// What the transition is, said in the state before it.
  NarratedStep headOf(const Transition& transition) {
    NarratedStep line;
    const auto cause = [&](Queue queue, unsigned number) {
      if (const auto found = causes_.find({queue, number}); found != causes_.end()) line.causedBy = found->second;
    };
    switch (transition.kind) {
      case Move::Script: {
        const Command& command = program().pieces[world().piece()].commands[world().pc()];
        line.text = program().pieces[world().piece()].title;
        line.place = &command.step->place;
        break;
      }
      case Move::Microtask:
        line.text = microtask(program().reactions[world().microtasks()[0]]);
        cause(Queue::Microtasks, world().microtasks()[0]);
        break;
      case Move::MlTask:
        line.text = "the event loop runs a task of the ML task source";
        cause(Queue::MlTasks, world().mlTasks()[0]);
        break;
      case Move::Task:
        line.text = "the event loop starts the " + program().pieces[program().tasks[transition.index]].title;
        break;
      case Move::Turn:
        line.text = "the script goes on in a task of its own";
        break;
      case Move::Settle:
        line.text = "nothing is left to run: the script goes on";
        break;
      case Move::Event:
        line.text = "the user agent loses " + program().contexts[program().anytime[transition.index].context].name;
        break;
      case Move::MakeContext:
        line.lane = Lane::Context;
        line.context = program().contexts[transition.index].name;
        line.text = "the context is made, in parallel";
        break;
      case Move::Timeline: {
        const std::uint8_t row = world().timeline(transition.index)[transition.place * 2U];
        const bool hasBegun = world().timeline(transition.index)[transition.place * 2U + 1] != World::Waiting;
        const Entry& entry = program().entries[row];
        line.lane = Lane::Context;
        line.context = program().contexts[transition.index].name;
        if (entry.kind == Entry::Kind::ReleaseTensor || entry.kind == Entry::Kind::ReleaseGraph) {
          line.text = "the timeline comes to the release of " + entry.label.substr(entry.label.find(':') + 1);
        } else {
          line.text = (hasBegun ? "the timeline goes on with " : "the timeline runs ") + entry.label;
        }
        cause(Queue::Timeline, row);
        break;
      }
    }
    return line;
  }

  std::string microtask(const ReactionInfo& reaction) {
    switch (reaction.kind) {
      case ReactionInfo::Kind::Observe:
        return "a microtask: script sees how " + program().names[reaction.name] + " settled";
      case ReactionInfo::Kind::Then:
        return "a microtask: a then() callback is called";
      case ReactionInfo::Kind::Await:
        return "a microtask: await goes on";
      case ReactionInfo::Kind::Microtask:
        return "a microtask runs";
      case ReactionInfo::Kind::CallThen:
        return "a microtask: the `then` that the value was found to have is called";
    }
    return {};
  }

  /// Our wording of a step that was heard. A check that ends in an error reads otherwise when the algorithm went on.
  std::string wording(std::size_t index) {
    const auto& [anchor, number] = steps_[index];
    std::string text{stepText(anchor, number)};
    const bool goesOn = index + 1 < steps_.size() && steps_[index + 1].first == anchor;
    const std::size_t colon = text.rfind(": ");
    if (goesOn && colon != std::string::npos && text.ends_with("Error")) return "not so: " + text.substr(0, colon);
    return text;
  }

  void tell(const Transition& transition, const std::vector<explorer::Symbol>& symbols) {
    machine_.load(before_);
    const std::int64_t bytes = bytesOf(transition);
    const std::size_t first = lines.size();
    lines.push_back(headOf(transition));
    const Lane lane = lines.back().lane;
    const std::string context = lines.back().context;

    for (std::size_t i = 0; i < steps_.size(); ++i) {
      NarratedStep line;
      line.lane = lane;
      line.context = context;
      line.anchor = steps_[i].first;
      line.number = steps_[i].second;
      line.text = wording(i);
      lines.push_back(std::move(line));
    }
    for (const auto& [promise, step] : decided_) decidedAt_[promise] = first + 1 + step;

    machine_.load(next_);
    bool toldBytes = false;
    for (const explorer::Symbol symbol : symbols) {
      if (world().meaning(symbol).kind != Seen::Kind::Device) {
        lines.back().observations.push_back(shown(symbol));
        continue;
      }
      NarratedStep line;  // What the device did, on its own lane.
      line.lane = Lane::Device;
      line.context = context;
      line.text = outcomes_.observation(symbol).name;
      line.causedBy = first;
      if (deviceLevel_) line.observations.push_back(shown(symbol));
      line.bytes = toldBytes ? 0 : bytes;
      toldBytes = true;
      lines.push_back(std::move(line));
    }
    if (!toldBytes) lines[first].bytes = bytes;
    machine_.load(next_);
    rememberCauses(first);
  }

  Machine& machine_;
  const AllowedOutcomes& outcomes_;
  std::uint32_t wanted_ = 0, told_ = 0;
  std::vector<std::pair<std::string, std::string>> steps_;  ///< Of the transition that runs.
  std::map<std::uint8_t, std::size_t> decided_;             ///< Promise: index in steps_.
  std::map<std::uint8_t, std::size_t> decidedAt_;           ///< Promise: index in lines.
  std::map<Waiting, std::size_t> causes_;
  std::set<std::uint8_t> allocated_;  ///< Tensors that have their memory.
  std::vector<Transition> transitions_;
  std::string before_, next_;
  bool deviceLevel_ = false;  ///< Whether the device's events are observations.
};

}  // namespace

std::vector<NarratedStep> AllowedOutcomes::narrate(const explorer::Word& word, std::size_t maxStates) const {
  Machine& machine = *data_->machine;
  machine.load(data_->first);
  FullSystem system{machine};
  explorer::Limits limits;
  limits.states = maxStates;
  const auto run = explorer::findRun(system, word, limits);
  if (!run) return {};
  return narrateRun({run->begin() + 1, run->end()});  // The first choice is the one initial state.
}

std::vector<NarratedStep> AllowedOutcomes::narrateRun(std::span<const std::uint32_t> choices) const {
  Machine& machine = *data_->machine;
  machine.load(data_->first);
  FullSystem system{machine};
  Narrator narrator{machine, *this};
  std::string state = data_->first;
  for (const std::uint32_t choice : choices) state = narrator.take(system, state, choice);
  return std::move(narrator.lines);
}

}  // namespace conform
