#include "checker/subjects/Capabilities.hpp"

#include <cstddef>
#include <variant>

#include "checker/subjects/steps.hpp"

namespace conform {
namespace {

template <class... Steps>
bool isOneOf(const Step& step) {
  return (std::holds_alternative<Steps>(step.what) || ...);
}

std::optional<std::string> lackingFor(const Step& step, const Capabilities& has) {
  if (!has.timelineControl && isOneOf<Pause, Resume, Drain, RunTimeline>(step)) {
    return "its timelines cannot be paused or run by hand";
  }
  if (!has.failureInjection && isOneOf<FailNext, DeviceFail>(step))
    return "no operation can be made to fail on purpose";
  if (!has.contextLoss && isOneOf<DeviceLost, ContextLost>(step)) return "a context cannot be lost on purpose";
  if (!has.documentGone && isOneOf<DocumentGone>(step)) return "the document cannot be taken away";
  if (!has.constantTensors && isOneOf<CreateConstantTensor>(step)) return "it has no constant tensors";
  if (const auto* create = std::get_if<CreateContext>(&step.what)) {
    if (create->fromGPUDevice && !has.gpuDevice) return "there is no GPUDevice";
    if (create->denied && !has.permissionsPolicy) return "a document without the feature \"webnn\" cannot be had";
  }
  if (const auto* builder = std::get_if<NewBuilder>(&step.what); builder && builder->denied && !has.permissionsPolicy) {
    return "a document without the feature \"webnn\" cannot be had";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> whatIsLacking(const Scenario& scenario, const Capabilities& capabilities) {
  std::optional<std::string> lacking;
  const auto look = [&](const Step& step) {
    if (!lacking) lacking = lackingFor(step, capabilities);
  };
  forEachStep(scenario.setup, look);
  forEachStep(scenario.script, look);
  for (const auto& [name, steps] : scenario.tasks) forEachStep(steps, look);

  // Who can only lose all contexts at once can do so where each of them may be lost.
  std::size_t contexts = 0;
  const auto count = [&](const Step& step) { contexts += isOneOf<CreateContext>(step); };
  forEachStep(scenario.setup, count);
  forEachStep(scenario.script, count);
  Capabilities atAnyTime = capabilities;
  atAnyTime.contextLoss =
      capabilities.contextLoss || (capabilities.contextLossAnytime && scenario.anytime.size() >= contexts);
  for (const Step& event : scenario.anytime) {
    if (!lacking) lacking = lackingFor(event, atAnyTime);
  }
  return lacking;
}

}  // namespace conform
