// Runs another program to its end and says what it cost, by the operating system's accounting.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace conform {

struct ProcessLimits {
  std::size_t memory = 0;  ///< Bytes of address space; 0: no bound.
  unsigned seconds = 0;    ///< CPU time of one process; 0: no bound.
};

struct ProcessResult {
  int exitStatus = 0;     ///< 128 + the signal's number, where one ended it.
  double cpuSeconds = 0;  ///< User and system time, its children's included.
  std::size_t peakKiB = 0;
  std::string output;  ///< Standard output and standard error.
};

/// Runs `command` in `directory`, with `environment` ("NAME=value") added to ours. Throws std::runtime_error where the
/// system cannot start a process; a command that is not there has exit status 127.
ProcessResult runProcess(const std::vector<std::string>& command, const std::string& directory,
                         const std::vector<std::string>& environment = {}, const ProcessLimits& limits = {});

/// Runs `work` in a copy of this process, which must have no other threads; its text is the result's output. What it
/// throws is the output too, with exit status 1.
ProcessResult runForked(const std::function<std::string()>& work);

/// CPU time of this process so far, in seconds.
double cpuSecondsSoFar();

/// Whether a program of this name can be started.
bool isInstalled(const std::string& program);

/// A fresh directory that goes away, with all that is in it.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  ~ScratchDirectory();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string readTextFile(const std::string& path);
void writeTextFile(const std::string& path, const std::string& text);

}  // namespace conform
