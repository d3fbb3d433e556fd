#include "checker/subjects/process/children.hpp"

#include <signal.h>
#include <sys/wait.h>

#include <array>
#include <atomic>
#include <mutex>

namespace conform {
namespace {

/// A signal handler can reach nothing but what is global; it may touch atomics, kill() and waitpid().
std::array<std::atomic<pid_t>, 256> children;

extern "C" void endChildren(int signal) {
  for (const std::atomic<pid_t>& child : children) {
    if (child > 0) kill(-child, SIGKILL);
  }
  for (const std::atomic<pid_t>& child : children) {
    if (child > 0) waitpid(child, nullptr, 0);
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

}  // namespace

void watchChild(pid_t child) {
  static std::once_flag once;
  std::call_once(once, installHandlers);
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

}  // namespace conform
