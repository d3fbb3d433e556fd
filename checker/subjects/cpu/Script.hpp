// A scenario's script, run step by step against the API, and the harness around it that records what can be observed.
// Script timeline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checker/subjects/cpu/Realm.hpp"
#include "model/vocabulary/Observation.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform::cpu {

class Script {
 public:
  Script(const Scenario& scenario, Realm& realm, std::uint64_t seed)
      : scenario_(scenario), realm_(realm), choices_(seed) {}

  /// Runs the set-up; what did not succeed, if anything did not.
  std::optional<std::string> setUp();
  /// Whether it was an allocation that failed in the set-up: the draft lets every one fail.
  bool lacksMemory() const { return lacksMemory_; }
  /// Queues the script and the tasks, and arms what may happen at any time. Others run from here on.
  void start();
  /// Nothing is left to run. True: the script went on.
  bool goOnAtQuiescence();

  struct Seen {
    std::uint32_t ticket;
    Observation observation;
  };
  std::vector<Seen>& seen() { return seen_; }
  /// Adds a `pending` for each promise that is not settled, in the order of the scenario.
  void addPending(Observations& observations) const;

 private:
  struct Binding {
    std::optional<JsValue> value;
    Promise* promise = nullptr;
  };

  // ---- Control ----
  void runMain();
  void runBody(const std::vector<Step>& steps);
  void endOfScript();
  /// Runs one step that is no control of the top level.
  void run(const Step& step);
  /// Lets timelines make progress, or not.
  void betweenSteps();
  std::uint32_t delay();
  void arm(const Step& event);

  // ---- Names ----
  Binding* find(const Name& name);
  /// The value that the reference stands for; nothing if the name is bound to nothing.
  std::optional<JsValue> valueOf(const Reference& reference);
  std::optional<JsValue> valueOf(const std::variant<Reference, Argument>& reference);
  std::optional<JsValue> valueOf(const Source& source);
  std::optional<JsRecord> valuesOf(const std::vector<std::pair<std::string, std::optional<Reference>>>& record);
  MLContext* contextOf(const Reference& reference);
  void bind(const Name& name, JsValue value) { bindings_[name].value = std::move(value); }

  // ---- Observing ----
  void finish(const Name& name, Completion completion);
  void recordPromise(const Name& name, Promise* promise);
  void observe(Observation observation);
  void fail(const Name& name, OutcomeKind kind, Error error);

  // ---- Steps, by kind ----
  void step(const CreateContext& call);
  void step(const CreateTensor& call);
  void step(const CreateConstantTensor& call);
  void step(const ReadTensor& call);
  void step(const WriteTensor& call);
  void step(const Dispatch& call);
  void step(const Destroy& call);
  void step(const Dispose& call);
  void step(const NewBuilder& call);
  void step(const Input& call);
  void step(const Constant& call);
  void step(const Op& call);
  void step(const Build& call);
  void step(const Get& call);
  void step(const Same& call);
  void step(const MakeBuffer& make);
  void step(const Detach& detach);
  void step(const Fill& fill);
  void step(const Peek& peek);
  void step(const Microtask& microtask);
  void step(const Then& then);
  void step(const Mark& mark);
  void step(const Pollute& pollute);
  void step(const Unpollute&);
  void step(const Pause& event);
  void step(const Resume& event);
  void step(const Drain& event);
  void step(const RunTimeline& event);
  void step(const FailNext& event);
  void step(const DeviceFail& event);
  void step(const DeviceLost& event);
  void step(const ContextLost& event);
  void step(const DocumentGone&);
  /// The controls of the top level do nothing elsewhere.
  void step(const Await&) {}
  void step(const Turn&) {}
  void step(const Settle&) {}

  const Scenario& scenario_;
  Realm& realm_;
  Choices choices_;
  std::unordered_map<std::string_view, Binding> bindings_;
  std::vector<Seen> seen_;
  std::vector<MLContext*> paused_;
  std::optional<std::string> failure_;  ///< Of the set-up.
  bool isSettingUp_ = true, lacksMemory_ = false;
  std::size_t next_ = 0;  ///< The next step of the top level.
  bool waitsForQuiescence_ = false;
};

}  // namespace conform::cpu
