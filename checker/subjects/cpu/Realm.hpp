// What all objects of one run share, and what holds them. The members say where they live.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "checker/subjects/cpu/Activity.hpp"
#include "checker/subjects/cpu/Choices.hpp"
#include "checker/subjects/cpu/EventLoop.hpp"
#include "checker/subjects/cpu/Faults.hpp"
#include "checker/subjects/cpu/Moments.hpp"
#include "checker/subjects/cpu/objects.hpp"

namespace conform::cpu {

struct Realm {
  Realm(Mailbox& mailbox, boost::asio::thread_pool& device, const Faults& faults, bool extendedTypes,
        std::uint64_t seed);

  const Faults& faults;
  boost::asio::thread_pool& device;
  const bool extendedTypes;

  // ---- Any thread ----
  Activity activity;
  Moments moments{activity};
  /// Orders what script sees and what devices tell; only asked for where devices tell.
  std::uint32_t nextTicket() { return tickets_.fetch_add(1, std::memory_order_relaxed); }
  /// How many of the next contexts cannot be supported.
  std::atomic<std::int32_t> unsupportedContexts{0};
  /// Changes only before others run.
  bool tellsDevice = false;

  // ---- Script timeline ----
  Choices choices;
  EventLoop loop;

  Promise* newPromise();
  Promise* newRejectedPromise(Error error);
  BufferSource* newArrayBuffer(std::vector<std::uint8_t> bytes, DataType contents);

  std::deque<Promise> promises;
  std::deque<ArrayBuffer> arrayBuffers;
  std::deque<BufferSource> bufferSources;
  std::deque<MLContextLostInfo> lostInfos;
  std::deque<MLContext> contexts;
  std::deque<MLTensor> tensors;
  std::deque<MLGraph> graphs;
  std::deque<MLGraphBuilder> builders;
  std::deque<MLOperand> operands;
  std::deque<OperatorNode> operatorNodes;

 private:
  std::atomic<std::uint32_t> tickets_{0};
};

}  // namespace conform::cpu
