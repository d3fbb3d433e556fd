#include "checker/subjects/cpu/entries.hpp"

#include <algorithm>
#include <new>

#include "checker/subjects/cpu/Realm.hpp"

namespace conform::cpu {
namespace {

using Operation = FailNext::Operation;

Job rejection(Promise* promise, Error error) {
  return [promise, error] { promise->reject(error); };
}

void write(const Timeline& timeline, TensorData& data, std::span<const std::uint8_t> bytes) {
  const auto memory = data.memory.bytes();
  if (timeline.realm().faults.resolveStale) data.stale.assign(memory.begin(), memory.end());
  data.memory.write(bytes);
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
        data_.memory.write(*bytes_);
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
  try {
    return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
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
  write(timeline, data_, bytes_);
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
  try {
    compute(timeline);
  } catch (const std::bad_alloc&) {
    // A failed compute, which nobody is told of; the outputs are as they were.
  }
  return Progress::Done;
}

void Compute::compute(const Timeline& timeline) {
  const auto boundTo = [](const Bound& bound, const std::string& name) {
    return std::find_if(bound.begin(), bound.end(), [&](const auto& entry) { return entry.first == name; })->second;
  };
  std::vector<Tensor> inputs;
  for (const auto& [name, slot] : graph_.inputs) {
    const TensorData& data = *boundTo(inputs_, name);
    if (!data.memory.isThere()) return;
    inputs.emplace_back(data.descriptor, data.memory.bytes());
  }
  const std::vector<Tensor> values = execute(graph_, std::move(inputs), timeline.realm().faults);
  for (std::size_t i = 0; i < values.size(); ++i) {
    write(timeline, *boundTo(outputs_, graph_.outputs[i].first), values[i].bytes());
  }
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

template <>
Entry::Progress ReleaseTensor::act(Timeline& timeline) {
  isKept_ = timeline.realm().faults.keepsMemory;
  if (!isKept_) data_.memory.release();
  return Progress::Done;
}

template <>
Entry::Progress ReleaseGraph::act(Timeline& timeline) {
  isKept_ = timeline.realm().faults.keepsMemory;
  if (!isKept_) data_ = GraphData{};
  return Progress::Done;
}

}  // namespace conform::cpu
