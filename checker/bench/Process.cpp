#include "checker/bench/Process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace conform {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void bound(int what, std::size_t value) {
  const rlimit limit{value, value};
  if (value != 0) setrlimit(what, &limit);
}

/// All but the output.
ProcessResult waitFor(pid_t child) {
  int status = 0;
  rusage used{};
  while (wait4(child, &status, 0, &used) < 0) {
    if (errno != EINTR) throw std::runtime_error("a process was lost");
  }
  ProcessResult result;
  result.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.cpuSeconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  result.peakKiB = static_cast<std::size_t>(used.ru_maxrss);
  return result;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

ProcessResult runProcess(const std::vector<std::string>& command, const std::string& directory,
                         const std::vector<std::string>& environment, const ProcessLimits& limits) {
  // All that allocates is done before the fork: there may be other threads.
  const ScratchDirectory scratch;
  const std::string outputFile = scratch.path() + "/output";
  std::vector<std::string> words = command, variables = environment;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  const std::vector<char*> arguments = pointersTo(words), allVariables = pointersTo(variables);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("a process could not be started");
  if (child == 0) {
    const int output = open(outputFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600),
              input = open("/dev/null", O_RDONLY);
    if (output < 0 || input < 0 || chdir(directory.c_str()) != 0) _exit(126);
    dup2(input, 0), dup2(output, 1), dup2(output, 2);
    bound(RLIMIT_AS, limits.memory);
    bound(RLIMIT_CPU, limits.seconds);
    execvpe(arguments[0], arguments.data(), allVariables.data());
    _exit(127);
  }
  ProcessResult result = waitFor(child);
  result.output = readTextFile(outputFile);
  return result;
}

ProcessResult runForked(const std::function<std::string()>& work) {
  const ScratchDirectory scratch;
  const std::string outputFile = scratch.path() + "/output";
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("a process could not be started");
  if (child == 0) {
    int status = 0;
    try {
      writeTextFile(outputFile, work());
    } catch (const std::exception& error) {
      status = 1;
      writeTextFile(outputFile, error.what());
    }
    _exit(status);  // No destructors: files and directories belong to the parent.
  }
  ProcessResult result = waitFor(child);
  result.output = readTextFile(outputFile);
  return result;
}

double cpuSecondsSoFar() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

bool isInstalled(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders{path == nullptr ? "" : path};
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

ScratchDirectory::ScratchDirectory() {
  std::string name = std::filesystem::temp_directory_path() / "webnn-conform-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory could be made");
  path_ = name;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string readTextFile(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void writeTextFile(const std::string& path, const std::string& text) {
  std::ofstream file{path, std::ios::binary};
  file << text;
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace conform
