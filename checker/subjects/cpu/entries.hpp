// What the API enqueues to a context's timeline. Made by script; from then on they live on the timeline.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/subjects/cpu/Faults.hpp"
#include "checker/subjects/cpu/Timeline.hpp"
#include "checker/subjects/cpu/objects.hpp"

namespace conform::cpu {

/// An entry whose end is told as done or aborted, with a label.
class LabelledEntry : public Entry {
 public:
  std::string trace(Progress end) const override { return (end == Progress::Done ? "done:" : "aborted:") + label(); }

 protected:
  virtual std::string label() const = 0;
};

/// createTensor(), and with bytes createConstantTensor().
class AllocateTensor : public LabelledEntry {
 public:
  AllocateTensor(MLTensor& tensor, Promise* promise, std::optional<std::vector<std::uint8_t>> bytes)
      : tensor_(tensor), name_(tensor.name), data_(*tensor.data), promise_(promise), bytes_(std::move(bytes)) {}
  Progress act(Timeline& timeline) override;

 private:
  std::string label() const override { return "create(" + name_ + ")"; }
  bool allocate(Timeline& timeline);
  enum class At : std::uint8_t { Allocate, Copy, Failed, Resolve };
  At at_ = At::Allocate;
  MLTensor& tensor_;  // Not touched here: it is what the promise resolves with.
  const std::string name_;
  TensorData& data_;
  Promise* promise_;
  const std::optional<std::vector<std::uint8_t>> bytes_;
};

class ReadData : public LabelledEntry {
 public:
  ReadData(MLTensor& tensor, Promise* promise, BufferSource* into, std::string name)
      : tensor_(tensor), data_(*tensor.data), promise_(promise), into_(into), name_(std::move(name)) {}
  Progress act(Timeline& timeline) override;

 private:
  std::string label() const override { return "read(" + name_ + ")"; }
  std::optional<std::vector<std::uint8_t>> copy(Timeline& timeline) const;
  bool hasCopied_ = false;
  std::optional<std::vector<std::uint8_t>> bytes_;  // Nothing: the copy failed.
  MLTensor& tensor_;                                // For the task.
  TensorData& data_;
  Promise* promise_;
  BufferSource* into_;
  const std::string name_;
};

class WriteData : public LabelledEntry {
 public:
  WriteData(MLTensor& tensor, std::vector<std::uint8_t> bytes)
      : data_(*tensor.data), bytes_(std::move(bytes)), name_(tensor.name) {}
  Progress act(Timeline& timeline) override;

 private:
  std::string label() const override { return "write(" + name_ + ")"; }
  TensorData& data_;
  const std::vector<std::uint8_t> bytes_;
  const std::string name_;
};

class Compute : public LabelledEntry {
 public:
  using Tensors = std::vector<std::pair<std::string, MLTensor*>>;
  Compute(MLGraph& graph, const Tensors& inputs, const Tensors& outputs, std::string name);
  Progress act(Timeline& timeline) override;
  bool isDispatchOf(const TensorData& data) const override;

 private:
  using Bound = std::vector<std::pair<std::string, TensorData*>>;
  std::string label() const override { return "dispatch(" + name_ + ")"; }
  void compute(const Timeline& timeline);
  GraphData& graph_;
  Bound inputs_, outputs_;
  const std::string name_;
};

class CompileGraph : public LabelledEntry {
 public:
  CompileGraph(MLGraph& graph, Promise* promise, std::vector<std::pair<std::string, const MLOperand*>> outputs)
      : graph_(graph), data_(*graph.data), promise_(promise), outputs_(std::move(outputs)), name_(graph.name) {}
  Progress act(Timeline& timeline) override;

 private:
  std::string label() const override { return "build(" + name_ + ")"; }
  enum class At : std::uint8_t { Convert, Failed, Set, Resolve };
  At at_ = At::Convert;
  GraphData converted_;
  MLGraph& graph_;  // Not touched here: it is what the promise resolves with.
  GraphData& data_;
  Promise* promise_;
  const std::vector<std::pair<std::string, const MLOperand*>> outputs_;
  const std::string name_;
};

/// The release of a tensor's or a graph's memory.
template <class Data>
class Release : public Entry {
 public:
  Release(Data& data, std::string name) : data_(data), name_(std::move(name)) {}
  Progress act(Timeline& timeline) override;
  std::string trace(Progress) const override { return isKept_ ? "" : "released:" + name_; }

 private:
  bool isKept_ = false;  // A fault.
  Data& data_;
  const std::string name_;
};
using ReleaseTensor = Release<TensorData>;
using ReleaseGraph = Release<GraphData>;
template <>
Entry::Progress ReleaseTensor::act(Timeline& timeline);
template <>
Entry::Progress ReleaseGraph::act(Timeline& timeline);

/// Conversion of the operands up to `outputs`. False: a constant tensor that is needed has no data.
bool compile(const std::vector<std::pair<std::string, const MLOperand*>>& outputs, GraphData& graph);
/// Runs the graph: values of the inputs in, values of the outputs out, in the order of graph.inputs and graph.outputs.
std::vector<Tensor> execute(const GraphData& graph, std::vector<Tensor> inputs, const Faults& faults);

}  // namespace conform::cpu
