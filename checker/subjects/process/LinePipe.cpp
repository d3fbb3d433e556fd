#include "checker/subjects/process/LinePipe.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

namespace conform {
namespace {

/// Waits until the descriptor is ready; false: not until the deadline.
bool waitFor(int descriptor, short events, LinePipe::Clock::time_point deadline) {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - LinePipe::Clock::now()).count();
    if (left <= 0) return false;
    pollfd wanted{descriptor, events, 0};
    const int ready = poll(&wanted, 1, static_cast<int>(std::min<decltype(left)>(left, 1'000'000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

void closeDescriptor(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

}  // namespace

void LinePipe::open(int output, int input) {
  close();
  std::signal(SIGPIPE, SIG_IGN);  // A process that is gone is told by write().
  output_ = output;
  input_ = input;
  fcntl(output_, F_SETFL, fcntl(output_, F_GETFL) | O_NONBLOCK);
}

void LinePipe::close() {
  closeDescriptor(output_);
  closeDescriptor(input_);
  received_.clear();
  searched_ = 0;
}

void LinePipe::closeOutput() {
  closeDescriptor(output_);
}

LinePipe::Got LinePipe::read(std::string& line, Clock::time_point deadline) {
  std::array<char, 65536> chunk;
  while (true) {
    const std::size_t end = received_.find('\n', searched_);
    if (end != std::string::npos) {
      line = received_.substr(0, end);
      received_.erase(0, end + 1);
      searched_ = 0;
      return Got::Line;
    }
    searched_ = received_.size();
    if (received_.size() > maxLine) return Got::TooLong;
    if (!waitFor(input_, POLLIN, deadline)) return Got::Nothing;
    const ssize_t size = ::read(input_, chunk.data(), chunk.size());
    if (size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN)) return Got::Closed;
    if (size > 0) received_.append(chunk.data(), static_cast<std::size_t>(size));
  }
}

bool LinePipe::write(std::string_view text, Clock::time_point deadline) {
  while (!text.empty()) {
    const ssize_t size = ::write(output_, text.data(), text.size());
    if (size > 0) {
      text.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN || errno == EINTR) {
      if (!waitFor(output_, POLLOUT, deadline)) return false;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace conform
