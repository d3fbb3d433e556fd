#include "checker/subjects/Capabilities.hpp"

#include <cstddef>
#include <set>
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

/// Contents travel as base64 in one message of at most 64 MiB.
constexpr double mostBytesRead = 32 << 20;

double bytesOf(const Descriptor& descriptor) {
  double bytes = 8;  // Of the largest type; what is no shape has no size.
  const auto type = descriptor.dataType ? dataTypeNamed(*descriptor.dataType) : std::nullopt;
  if (type) bytes = bitsOf(*type) / 8.0;
  if (!descriptor.shape) return 0;
  for (const Number& size : *descriptor.shape) bytes *= size.real;
  return bytes;
}

std::optional<std::string> whatIsTooLarge(const Scenario& scenario) {
  std::set<Name> large;
  bool isRead = false;
  const auto look = [&](const Step& step) {
    if (const auto* create = std::get_if<CreateTensor>(&step.what)) {
      if (bytesOf(create->descriptor) > mostBytesRead) large.insert(create->as);
    } else if (const auto* read = std::get_if<ReadTensor>(&step.what)) {
      const auto* tensor = std::get_if<Reference>(&read->tensor);
      isRead = isRead || (tensor != nullptr && large.contains(tensor->name));
    }
  };
  forEachStep(scenario.setup, look);
  forEachStep(scenario.script, look);
  if (!isRead) return std::nullopt;
  return "contents of more than 32 MiB do not fit into a message";
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
  return lacking ? lacking : whatIsTooLarge(scenario);
}

}  // namespace conform
