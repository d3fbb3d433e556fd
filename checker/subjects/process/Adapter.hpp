// One running adapter: an implementation in another process that speaks the subject protocol.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "checker/subjects/Capabilities.hpp"
#include "checker/subjects/OpSupportLimits.hpp"
#include "checker/subjects/Subject.hpp"
#include "checker/subjects/process/ChildProcess.hpp"
#include "checker/subjects/process/LinePipe.hpp"
#include "checker/subjects/protocol.hpp"

namespace conform {

/// The adapter does not keep to the protocol, or is gone; what it says goes into the finding.
struct AdapterError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Adapter {
 public:
  explicit Adapter(std::string command) : command_(std::move(command)) {}
  ~Adapter() { stop(); }

  /// Starts it, unless it runs, and exchanges hellos. Throws AdapterError.
  void start();
  SubjectRun run(const Scenario& scenario, const RunOptions& options);
  /// Closes its input and waits; it is killed where it does not exit. False: it had to be killed.
  bool stop();
  int exitStatus() const { return process_.exitStatus(); }

  const std::string& subject() const { return subject_; }
  const std::string& version() const { return version_; }
  const Capabilities& capabilities() const { return capabilities_; }
  std::optional<std::string> whatIsLacking(const Scenario& scenario) const;

  // ---- The parts of run(), for those who check an adapter ----
  std::uint64_t send(const Scenario& scenario, const RunOptions& options);
  void cancel(std::uint64_t id);
  /// Hears messages until the last one of run `id`. False: there was none until the deadline.
  bool hear(RunReader& reader, std::uint64_t id, LinePipe::Clock::time_point deadline);

 private:
  void kill();
  /// One line; nothing at the deadline. Throws AdapterError.
  std::optional<std::string> readLine(LinePipe::Clock::time_point deadline);
  void writeLine(std::string text);
  void readHello(const std::string& line);
  [[noreturn]] void fail(const std::string& reason) const;

  const std::string command_;
  ChildProcess process_;
  LinePipe pipe_;
  std::uint64_t lines_ = 0;  ///< That it has written so far.
  std::uint64_t lastId_ = 0;
  std::string subject_, version_;
  Capabilities capabilities_;
  OpSupportLimits limits_;
};

}  // namespace conform
