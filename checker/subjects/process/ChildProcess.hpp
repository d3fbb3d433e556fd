// A child process in a process group of its own, which does not outlive us and never becomes a zombie.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace conform {

class ChildProcess {
 public:
  /// Our end of a pipe, and the descriptor number that the child gets for its own end.
  struct Pipe {
    int childDescriptor;
    bool childReads;
    int ours = -1;  ///< Set by start(); the caller owns it.
  };

  ChildProcess() = default;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() { kill(); }

  /// Starts `arguments[0]`. Throws std::system_error. Standard streams that no pipe names are /dev/null (input) and
  /// /dev/null or our own standard error (`keepErrors`).
  void start(const std::vector<std::string>& arguments, std::vector<Pipe>& pipes, bool keepErrors);

  bool isRunning() const { return process_ > 0; }
  pid_t id() const { return process_; }

  /// Of a child that has exited by itself; -1: by a signal, or it has not.
  int exitStatus() const { return exitStatus_; }

  /// Ends the whole group, and waits for the child.
  void kill();

  /// Waits up to so long for the child to exit by itself; false: it did not.
  bool waitFor(int milliseconds);

 private:
  pid_t process_ = -1;
  int exitStatus_ = -1;
};

}  // namespace conform
