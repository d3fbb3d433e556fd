#include "checker/subjects/cpu/Realm.hpp"

namespace conform::cpu {

Realm::Realm(Mailbox& mailbox, boost::asio::thread_pool& device, const Faults& faults, bool extendedTypes,
             std::uint64_t seed)
    : faults(faults),
      device(device),
      extendedTypes(extendedTypes),
      activity(mailbox),
      choices(seed),
      loop(mailbox, activity, moments, Choices(choices.seed())) {}

Promise* Realm::newPromise() {
  return &promises.emplace_back(loop);
}

Promise* Realm::newRejectedPromise(Error error) {
  Promise* promise = newPromise();
  promise->reject(error);
  return promise;
}

BufferSource* Realm::newArrayBuffer(std::vector<std::uint8_t> bytes, DataType contents) {
  ArrayBuffer& buffer = arrayBuffers.emplace_back();
  buffer.bytes = std::move(bytes);
  return &bufferSources.emplace_back(BufferSource{BufferType::ArrayBuffer, &buffer, 0, buffer.bytes.size(), contents});
}

}  // namespace conform::cpu
