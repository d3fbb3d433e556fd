// The DevTools protocol over a pair of pipes: calls with answers and deadlines, and events. Lives on one thread: the
// caller's; nothing runs between its calls.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "checker/subjects/asio.hpp"
#include "checker/subjects/process/ChildProcess.hpp"

namespace conform {

/// The browser or its page is gone, or did not answer in time.
struct BrowserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class DevTools {
 public:
  using Json = nlohmann::json;
  using Clock = std::chrono::steady_clock;
  using EventHandler =
      std::function<void(const std::string& method, const Json& parameters, const std::string& session)>;

  /// Starts a browser that speaks on its descriptors 3 and 4.
  DevTools(const std::vector<std::string>& command, EventHandler onEvent);
  ~DevTools();

  /// Calls and waits for the answer. Throws BrowserError where none comes, or it is an error.
  Json call(const std::string& method, const Json& parameters, const std::string& session, Clock::time_point deadline);

  /// Calls; nobody waits for the answer.
  void send(const std::string& method, const Json& parameters, const std::string& session);

  /// Handles what comes until done() or the deadline; says whether it is done. Throws BrowserError at the end of the
  /// pipe.
  bool pumpUntil(const std::function<bool()>& done, Clock::time_point deadline);

  /// From now on every wait ends with this error: the page has crashed and will answer nothing any more.
  void fail(const std::string& why) { failure_ = why; }

  ChildProcess& process() { return process_; }

 private:
  void readMore();
  void handle(std::string_view message);

  boost::asio::io_context context_;
  boost::asio::posix::stream_descriptor input_{context_}, output_{context_};
  ChildProcess process_;
  EventHandler onEvent_;
  std::array<char, 1 << 16> chunk_{};
  std::string received_;
  std::size_t searched_ = 0;
  std::map<std::uint64_t, Json> answers_;
  std::uint64_t lastId_ = 0;
  std::uint64_t awaited_ = 0;
  std::string failure_;
};

}  // namespace conform
