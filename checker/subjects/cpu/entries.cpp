#include "checker/subjects/cpu/entries.hpp"

#include <algorithm>

#include "checker/subjects/cpu/Realm.hpp"

namespace conform::cpu {
namespace {

using Operation = FailNext::Operation;

Job rejection(Promise* promise, Error error) {
  return [promise, error] { promise->reject(error); };
}

/// The task at the end of a read, on script.
struct SettleRead {
  MLTensor& tensor;
  Promise* promise;
  BufferSource* into;
  std::optional<std::vector<std::uint8_t>> bytes;

  void operator()() {
    Realm& realm = tensor.context->realm;
    std::erase(tensor.pendingPromises, promise);
    if (!bytes) return promise->reject(Error::UnknownError);
    if (into == nullptr) return promise->resolve(realm.newArrayBuffer(std::move(*bytes), tensor.descriptor.dataType));
    if (realm.faults.byobSkipSettled && promise->isSettled()) return;
    if (into->buffer->isDetached && !realm.faults.byobIgnoresDetached) return promise->reject(Error::TypeError);
    std::copy_n(bytes->begin(), std::min(bytes->size(), into->bytes().size()), into->bytes().begin());
    promise->resolve(Undefined{});
  }
};

}  // namespace

bool AllocateTensor::allocate(Timeline& timeline) {
  if (timeline.takeFailure(Operation::createTensor)) return false;
  const std::optional<std::size_t> size = byteLengthOf(data_.descriptor);
  if (!size || *size > maxTensorByteLength || !data_.memory.allocate(*size)) return false;
  if (timeline.realm().faults.notZeroed) data_.memory.fill(0xa5);
  return true;
}

Entry::Progress AllocateTensor::act(Timeline& timeline) {
  if (timeline.isContextLost()) {
    timeline.queueMLTask(rejection(promise_, Error::InvalidStateError));
    return Progress::Aborted;
  }
  switch (at_) {
    case At::Allocate:
      at_ = !allocate(timeline) ? At::Failed : bytes_ ? At::Copy : At::Resolve;
      return Progress::Continues;
    case At::Copy:
      if (timeline.takeFailure(Operation::constantCopy)) {
        at_ = At::Failed;
      } else {
        std::copy(bytes_->begin(), bytes_->end(), data_.memory.bytes().begin());
        at_ = At::Resolve;
      }
      return Progress::Continues;
    case At::Failed:
      timeline.queueMLTask(rejection(promise_, Error::UnknownError));
      return Progress::Done;
    case At::Resolve:
      timeline.queueMLTask([promise = promise_, tensor = &tensor_] { promise->resolve(tensor); });
      return Progress::Done;
  }
  return Progress::Done;
}

std::optional<std::vector<std::uint8_t>> ReadData::copy(Timeline& timeline) const {
  if (timeline.takeFailure(Operation::read) || !data_.memory.isThere()) return std::nullopt;
  if (timeline.realm().faults.resolveStale && !data_.stale.empty()) return data_.stale;
  const auto bytes = data_.memory.bytes();
  return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
}

Entry::Progress ReadData::act(Timeline& timeline) {
  if (timeline.isContextLost()) {
    timeline.queueMLTask(rejection(promise_, Error::InvalidStateError));
    return Progress::Aborted;
  }
  if (!hasCopied_) {
    bytes_ = copy(timeline);
    hasCopied_ = true;
    return Progress::Continues;
  }
  timeline.queueMLTask(SettleRead{tensor_, promise_, into_, std::move(bytes_)});
  return Progress::Done;
}

Entry::Progress WriteData::act(Timeline& timeline) {
  if (timeline.isContextLost()) return Progress::Aborted;
  if (timeline.takeFailure(Operation::write) || !data_.memory.isThere()) return Progress::Done;
  const auto memory = data_.memory.bytes();
  if (timeline.realm().faults.resolveStale) data_.stale.assign(memory.begin(), memory.end());
  std::copy(bytes_.begin(), bytes_.end(), memory.begin());
  return Progress::Done;
}

Compute::Compute(MLGraph& graph, const Tensors& inputs, const Tensors& outputs, std::string name)
    : graph_(*graph.data), name_(std::move(name)) {
  for (const auto& [key, tensor] : inputs) inputs_.emplace_back(key, tensor->data.get());
  for (const auto& [key, tensor] : outputs) outputs_.emplace_back(key, tensor->data.get());
}

bool Compute::isDispatchOf(const TensorData& data) const {
  const auto isIt = [&](const auto& bound) { return bound.second == &data; };
  return std::any_of(inputs_.begin(), inputs_.end(), isIt) || std::any_of(outputs_.begin(), outputs_.end(), isIt);
}

Entry::Progress Compute::act(Timeline& timeline) {
  if (timeline.isContextLost()) return Progress::Aborted;
  if (timeline.takeFailure(Operation::compute) || !graph_.isThere) return Progress::Done;
  const auto boundTo = [](const Bound& bound, const std::string& name) {
    return std::find_if(bound.begin(), bound.end(), [&](const auto& entry) { return entry.first == name; })->second;
  };
  std::vector<Tensor> inputs;
  for (const auto& [name, slot] : graph_.inputs) {
    const TensorData& data = *boundTo(inputs_, name);
    if (!data.memory.isThere()) return Progress::Done;
    inputs.emplace_back(data.descriptor, data.memory.bytes());
  }
  const std::vector<Tensor> values = execute(graph_, std::move(inputs));
  for (std::size_t i = 0; i < values.size(); ++i) {
    TensorData& data = *boundTo(outputs_, graph_.outputs[i].first);
    const auto memory = data.memory.bytes();
    if (timeline.realm().faults.resolveStale) data.stale.assign(memory.begin(), memory.end());
    std::copy_n(values[i].bytes().begin(), std::min(memory.size(), values[i].bytes().size()), memory.begin());
  }
  return Progress::Done;
}

Entry::Progress CompileGraph::act(Timeline& timeline) {
  if (timeline.isContextLost()) {
    timeline.queueMLTask(rejection(promise_, Error::InvalidStateError));
    return Progress::Aborted;
  }
  switch (at_) {
    case At::Convert:
      at_ = timeline.takeFailure(Operation::build) || !compile(outputs_, converted_) ? At::Failed : At::Set;
      return Progress::Continues;
    case At::Failed:
      timeline.queueMLTask(rejection(promise_, Error::OperationError));
      return Progress::Done;
    case At::Set:
      data_ = std::move(converted_);
      data_.isThere = true;
      at_ = At::Resolve;
      return Progress::Continues;
    case At::Resolve:
      timeline.queueMLTask([promise = promise_, graph = &graph_] { promise->resolve(graph); });
      return Progress::Done;
  }
  return Progress::Done;
}

Entry::Progress ReleaseTensor::act(Timeline& timeline) {
  if (!timeline.realm().faults.keepsMemory) data_.memory.release();
  return Progress::Done;
}

Entry::Progress ReleaseGraph::act(Timeline& timeline) {
  if (!timeline.realm().faults.keepsMemory) data_ = GraphData{};
  return Progress::Done;
}

}  // namespace conform::cpu
