#include "checker/subjects/process/ChildProcess.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "checker/subjects/process/children.hpp"

extern char** environ;

namespace conform {
namespace {

void check(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

/// What posix_spawn is told; freed however start() ends.
struct Spawn {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  std::vector<int> toClose;

  Spawn() {
    check(posix_spawn_file_actions_init(&actions), "posix_spawn_file_actions_init");
    check(posix_spawnattr_init(&attributes), "posix_spawnattr_init");
  }
  ~Spawn() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    for (int descriptor : toClose) close(descriptor);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;
};

}  // namespace

void ChildProcess::start(const std::vector<std::string>& arguments, std::vector<Pipe>& pipes, bool keepErrors) {
  Spawn spawn;
  bool given[3] = {false, false, keepErrors};
  for (Pipe& pipe : pipes) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) check(errno, "pipe");
    pipe.ours = ends[pipe.childReads ? 1 : 0];
    // Out of the way of the numbers that the child gets: dup2 onto itself would keep close-on-exec.
    const int theirs = fcntl(ends[pipe.childReads ? 0 : 1], F_DUPFD_CLOEXEC, 10);
    close(ends[pipe.childReads ? 0 : 1]);
    if (theirs < 0) check(errno, "fcntl");
    spawn.toClose.push_back(theirs);
    check(posix_spawn_file_actions_adddup2(&spawn.actions, theirs, pipe.childDescriptor), "dup2");
    if (pipe.childDescriptor < 3) given[pipe.childDescriptor] = true;
  }
  for (int stream = 0; stream < 3; ++stream) {
    if (given[stream]) continue;
    check(posix_spawn_file_actions_addopen(&spawn.actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0),
          "open");
  }
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGINT);
  posix_spawnattr_setsigdefault(&spawn.attributes, &defaults);
  posix_spawnattr_setpgroup(&spawn.attributes, 0);
  posix_spawnattr_setflags(&spawn.attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);

  std::vector<char*> words;
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t process = -1;
  const int error =
      posix_spawnp(&process, arguments.front().c_str(), &spawn.actions, &spawn.attributes, words.data(), environ);
  if (error != 0) {
    for (Pipe& pipe : pipes) close(std::exchange(pipe.ours, -1));
    check(error, arguments.front().c_str());
  }
  process_ = process;
  watchChild(process);
  exitStatus_ = -1;
}

void ChildProcess::kill() {
  if (process_ <= 0) return;
  ::kill(-process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  forgetChild(process_);
  process_ = -1;
}

bool ChildProcess::waitFor(int milliseconds) {
  for (int waited = 0; process_ > 0; ++waited) {
    int status = 0;
    const pid_t ended = waitpid(process_, &status, WNOHANG);
    if (ended == process_ || (ended < 0 && errno == ECHILD)) {
      exitStatus_ = ended == process_ && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      ::kill(-process_, SIGKILL);  // What the child may have left running.
      forgetChild(process_);
      process_ = -1;
      return true;
    }
    if (waited >= milliseconds) return false;
    usleep(1000);
  }
  return true;
}

}  // namespace conform
