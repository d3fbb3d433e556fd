#include "checker/subjects/process/children.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

namespace conform {
namespace {

/// A signal handler can reach nothing but what is global; it may touch atomics, kill() and waitpid().
std::array<std::atomic<pid_t>, 256> children;
/// Never freed, so that a handler that runs beside other threads reads no path that is none.
struct Folder {
  std::atomic<bool> isUsed = false, isSet = false;
  std::array<char, 256> path{};
};
std::array<Folder, 256> folders;

constexpr int attempts = 50;
constexpr long millisecondsBetween = 20;

/// By a program of its own: neither the library's walk through folders nor fork() may be called in a signal handler.
bool removeByProgram(char* folder) {
  char name[] = "rm", option[] = "-rf", end[] = "--";
  char* const words[] = {name, option, end, folder, nullptr};
  char* const noEnvironment[] = {nullptr};
  const pid_t child = vfork();
  if (child == 0) {
    execve("/bin/rm", words, noEnvironment);
    _exit(127);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::atomic<bool> isEnding = false;

/// For the other threads while a handler runs: they must not start another child behind it.
void waitForTheEnd() {
  while (isEnding) std::this_thread::sleep_for(std::chrono::milliseconds(millisecondsBetween));
}

extern "C" void endChildren(int signal) {
  isEnding = true;
  for (const std::atomic<pid_t>& child : children) {
    if (child > 0) kill(-child, SIGKILL);
  }
  for (const std::atomic<pid_t>& child : children) {
    if (child > 0) waitpid(child, nullptr, 0);
  }
  for (Folder& folder : folders) {
    // What the child had started may still be ending, and write.
    for (int i = 0; folder.isSet && !removeByProgram(folder.path.data()) && i < attempts; ++i) {
      const timespec pause{0, millisecondsBetween * 1'000'000};
      nanosleep(&pause, nullptr);
    }
  }
  raise(signal);  // The handler is gone by now: the program ends as if there had been none.
}

void installHandlers() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    // Who started us may have had it ignored, as nohup does.
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction handling {};
    handling.sa_handler = endChildren;
    handling.sa_flags = SA_RESETHAND;
    sigemptyset(&handling.sa_mask);
    sigaction(signal, &handling, nullptr);
  }
}

void beReady() {
  static std::once_flag once;
  std::call_once(once, installHandlers);
}

}  // namespace

void watchChild(pid_t child) {
  beReady();
  for (std::atomic<pid_t>& place : children) {
    pid_t free = 0;
    if (place.compare_exchange_strong(free, child)) return;
  }
}

void forgetChild(pid_t child) {
  for (std::atomic<pid_t>& place : children) {
    pid_t known = child;
    if (place.compare_exchange_strong(known, 0)) return;
  }
}

void watchFolder(const std::filesystem::path& folder) {
  beReady();
  if (isEnding) {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    waitForTheEnd();
  }
  const std::string path = folder.string();
  for (Folder& place : folders) {
    bool used = false;
    if (path.size() >= place.path.size() || !place.isUsed.compare_exchange_strong(used, true)) continue;
    std::ranges::copy(path, place.path.begin());
    place.path[path.size()] = '\0';
    place.isSet = true;
    return;
  }
}

void removeFolder(const std::filesystem::path& folder) {
  std::error_code error;
  for (int i = 0; i < attempts; ++i) {
    std::filesystem::remove_all(folder, error);
    if (!error) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(millisecondsBetween));
  }
  for (Folder& place : folders) {
    if (!place.isSet || folder != place.path.data()) continue;
    place.isSet = false;
    place.isUsed = false;
    return;
  }
}

}  // namespace conform
