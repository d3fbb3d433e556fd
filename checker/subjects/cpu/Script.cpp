#include "checker/subjects/cpu/Script.hpp"

#include <algorithm>
#include <type_traits>

#include "checker/subjects/steps.hpp"

namespace conform::cpu {
namespace {

std::string placeOf(const Step& step) {
  return step.place.pointer.empty() ? "a step" : step.place.pointer;
}

/// What script sees of a value.
Value visible(const JsValue& value) {
  struct Visitor {
    Value operator()(Undefined) const { return Undefined{}; }
    Value operator()(Null) const { return Undefined{}; }
    Value operator()(bool value) const { return value; }
    Value operator()(const Number& value) const { return Numbers{value}; }
    Value operator()(const std::string& value) const { return value; }
    Value operator()(const Numbers& value) const { return value; }
    Value operator()(MLContext*) const { return Interface::MLContext; }
    Value operator()(MLTensor*) const { return Interface::MLTensor; }
    Value operator()(MLGraph*) const { return Interface::MLGraph; }
    Value operator()(MLGraphBuilder*) const { return Interface::MLGraphBuilder; }
    Value operator()(MLOperand*) const { return Interface::MLOperand; }
    Value operator()(const BufferSource* source) const {
      if (source->buffer->isDetached) return Detached{};
      const auto bytes = source->bytes();
      return Contents{source->contents, {bytes.begin(), bytes.end()}};
    }
    Value operator()(const MLContextLostInfo* info) const { return LostInfo{info->message}; }
    Value operator()(Promise*) const { return Undefined{}; }
  };
  return std::visit(Visitor{}, value);
}

}  // namespace

// ---- Control ----

std::optional<std::string> Script::setUp() {
  for (const Step& step : scenario_.setup) {
    run(step);
    realm_.loop.runAlone();
    if (failure_) return "the set-up did not succeed: " + placeOf(step) + ": " + *failure_;
  }
  return std::nullopt;
}

void Script::start() {
  isSettingUp_ = false;
  seen_.clear();
  for (const Step& event : scenario_.anytime) arm(event);
  realm_.loop.joinOthers();
  // The script has the first turn; the tasks may start as soon as it gives that up.
  const auto firstTurn = [this] {
    for (const auto& [name, steps] : scenario_.tasks)
      realm_.loop.queueOtherTask([this, steps = &steps] { runBody(*steps); }, delay());
    runMain();
  };
  realm_.loop.queueOtherTask(firstTurn, 0);
}

void Script::runMain() {
  while (next_ < scenario_.script.size()) {
    const Step& step = scenario_.script[next_++];
    betweenSteps();
    if (const auto* await = std::get_if<Await>(&step.what)) {
      const Binding* binding = find(await->name);
      if (binding == nullptr || binding->promise == nullptr) continue;
      return binding->promise->whenSettled([this] { runMain(); });
    }
    if (std::holds_alternative<Turn>(step.what)) return realm_.loop.queueOtherTask([this] { runMain(); }, delay());
    if (std::holds_alternative<Settle>(step.what)) {
      waitsForQuiescence_ = true;
      return;
    }
    run(step);
  }
  endOfScript();
}

void Script::runBody(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    betweenSteps();
    run(step);
  }
}

void Script::endOfScript() {
  for (MLContext* context : std::exchange(paused_, {})) context->timeline.resume();
}

bool Script::goOnAtQuiescence() {
  if (!waitsForQuiescence_) return false;
  waitsForQuiescence_ = false;
  realm_.loop.queueOtherTask([this] { runMain(); }, 0);
  return true;
}

void Script::run(const Step& step) {
  std::visit([this](const auto& what) { this->step(what); }, step.what);
}

void Script::betweenSteps() {
  realm_.moments.pass();
  if (choices_.oneIn(3)) realm_.moments.letOthersPass(choices_, 0);
}

/// A few moments, often none.
std::uint32_t Script::delay() {
  return choices_.oneIn(2) ? 0 : choices_.below(12);
}

// ---- Names ----

Script::Binding* Script::find(const Name& name) {
  const auto found = bindings_.find(name);
  return found == bindings_.end() ? nullptr : &found->second;
}

std::optional<JsValue> Script::valueOf(const Reference& reference) {
  const Binding* binding = find(reference.name);
  if (binding == nullptr) return std::nullopt;
  if (!reference.isPromise) return binding->value;
  if (binding->promise == nullptr) return std::nullopt;
  return JsValue{binding->promise};
}

std::optional<JsValue> Script::valueOf(const std::variant<Reference, Argument>& tensor) {
  if (const auto* reference = std::get_if<Reference>(&tensor)) return valueOf(*reference);
  const Argument& argument = std::get<Argument>(tensor);
  if (const auto* reference = std::get_if<Reference>(&argument.value)) return valueOf(*reference);
  return JsValue{Undefined{}};  // Whatever it is, it is no object of the API.
}

std::optional<JsValue> Script::valueOf(const Source& source) {
  if (const auto* name = std::get_if<Name>(&source)) return valueOf(Reference{*name});
  const Contents& contents = std::get<Contents>(source);
  BufferSource* array = realm_.newArrayBuffer(contents.bytes, contents.type);
  array->type = typedArrayOf(contents.type);
  return JsValue{array};
}

std::optional<JsRecord> Script::valuesOf(const std::vector<std::pair<std::string, std::optional<Reference>>>& record) {
  JsRecord values;
  for (const auto& [name, reference] : record) {
    std::optional<JsValue> value = JsValue{Undefined{}};
    if (reference) value = valueOf(*reference);
    if (!value) return std::nullopt;
    values.emplace_back(name, std::move(*value));
  }
  return values;
}

MLContext* Script::contextOf(const Reference& reference) {
  const std::optional<JsValue> value = valueOf(reference);
  return value ? as<MLContext>(*value) : nullptr;
}

// ---- Observing ----

void Script::finish(const Name& name, Completion completion) {
  if (const Error* error = std::get_if<Error>(&completion)) return fail(name, OutcomeKind::Throws, *error);
  JsValue& value = std::get<JsValue>(completion);
  if (Promise* promise = as<Promise>(value)) return recordPromise(name, promise);
  if (name.empty()) return;
  if (!isSettingUp_) observe({Observation::Kind::Called, name, Outcome::returns(visible(value))});
  bind(name, std::move(value));
}

void Script::recordPromise(const Name& name, Promise* promise) {
  if (name.empty() && !isSettingUp_) return;
  if (!name.empty()) bindings_[name].promise = promise;
  promise->whenSettled([this, &name, promise, isObserved = !isSettingUp_] {
    if (promise->state() == Promise::State::Rejected) {
      if (isObserved) return observe({Observation::Kind::Settled, name, Outcome::rejected(promise->error())});
      return fail(name, OutcomeKind::Rejected, promise->error());
    }
    if (isObserved) observe({Observation::Kind::Settled, name, Outcome::resolved(visible(promise->value()))});
    if (!name.empty()) bind(name, promise->value());
  });
}

void Script::fail(const Name& name, OutcomeKind kind, Error error) {
  if (isSettingUp_) {
    lacksMemory_ = kind == OutcomeKind::Rejected && error == Error::UnknownError;
    failure_ =
        (name.empty() ? "it " : "\"" + name + "\" ") + std::string(nameOf(kind)) + " " + std::string(nameOf(error));
    return;
  }
  if (!name.empty()) observe({Observation::Kind::Called, name, {kind, error, Undefined{}}});
}

void Script::observe(Observation observation) {
  seen_.push_back({realm_.tellsDevice ? realm_.nextTicket() : 0, std::move(observation)});
}

void Script::addPending(Observations& observations) const {
  const auto add = [&](const Name& name) {
    const auto found = bindings_.find(name);
    if (found == bindings_.end() || found->second.promise == nullptr || found->second.promise->isSettled()) return;
    observations.push_back({Observation::Kind::Pending, name, Outcome::pending()});
  };
  const auto visit = [&](const Step& step) {
    std::visit(
        [&](const auto& what) {
          if constexpr (requires { what.as; }) add(what.as);
        },
        step.what);
  };
  forEachStep(scenario_.script, visit);
  for (const auto& [name, steps] : scenario_.tasks) forEachStep(steps, visit);
}

}  // namespace conform::cpu
