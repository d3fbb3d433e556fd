// The device events of a scenario, in script and at any time.
#include <algorithm>

#include "checker/subjects/cpu/Script.hpp"

namespace conform::cpu {
namespace {

/// *context lost*, from anywhere.
void startContextLost(Realm& realm, MLContext* context) {
  realm.loop.queueMLTask([context] { context->lose(); });
}

/// On the context's timeline, so that no step of it falls between the two.
void loseDevice(Realm& realm, MLContext* context) {
  context->timeline.failAlways();
  startContextLost(realm, context);
}

}  // namespace

void Script::step(const Pause& event) {
  MLContext* context = contextOf(event.on);
  if (context == nullptr) return;
  context->timeline.pause();
  paused_.push_back(context);
}

void Script::step(const Resume& event) {
  MLContext* context = contextOf(event.on);
  if (context == nullptr) return;
  context->timeline.resume();
  std::erase(paused_, context);
}

void Script::step(const Drain& event) {
  if (MLContext* context = contextOf(event.on)) context->timeline.drain();
}

void Script::step(const RunTimeline& event) {
  if (MLContext* context = contextOf(event.on)) context->timeline.run(event.tasks);
}

void Script::step(const FailNext& event) {
  if (!event.on) {
    realm_.unsupportedContexts.fetch_add(1);
    return;
  }
  if (MLContext* context = contextOf(*event.on)) {
    context->timeline.command([context, &event] { context->timeline.failNext(event.operation); });
  }
}

void Script::step(const DeviceFail& event) {
  if (MLContext* context = contextOf(event.on)) {
    context->timeline.command([context] { context->timeline.failAlways(); });
  }
}

void Script::step(const DeviceLost& event) {
  if (MLContext* context = contextOf(event.on)) {
    context->timeline.command([this, context] { loseDevice(realm_, context); });
  }
}

void Script::step(const ContextLost& event) {
  if (MLContext* context = contextOf(event.on)) startContextLost(realm_, context);
}

void Script::step(const DocumentGone&) {
  realm_.loop.documentIsGone();
}

/// Sets an event to a moment, or to none. Its context must have been made by the set-up.
void Script::arm(const Step& event) {
  if (choices_.oneIn(4)) return;
  const std::uint32_t moments = static_cast<std::uint32_t>(4 * scenario_.script.size() + 8);
  const std::uint32_t moment = realm_.moments.now() + 1 + choices_.below(choices_.oneIn(2) ? 6 : moments);
  if (const auto* lost = std::get_if<ContextLost>(&event.what)) {
    if (MLContext* context = contextOf(lost->on)) {
      realm_.moments.set(moment, [this, context] { startContextLost(realm_, context); });
    }
  }
  if (const auto* lost = std::get_if<DeviceLost>(&event.what)) {
    if (MLContext* context = contextOf(lost->on)) {
      realm_.moments.set(moment,
                         [this, context] { context->timeline.tell([this, context] { loseDevice(realm_, context); }); });
    }
  }
  if (const auto* fail = std::get_if<FailNext>(&event.what)) {
    if (!fail->on) {
      realm_.moments.set(moment, [this] { realm_.unsupportedContexts.fetch_add(1); });
    } else if (MLContext* context = contextOf(*fail->on)) {
      realm_.moments.set(moment, [context, fail] {
        context->timeline.tell([context, fail] { context->timeline.failNext(fail->operation); });
      });
    }
  }
}

}  // namespace conform::cpu
