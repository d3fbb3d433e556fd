// How far a long command is, on a terminal; nothing of it in a pipe.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace conform {

/// "[#####...............]  25/100, 12 a second, 6 s to go", in one line of at most `width` columns.
std::string progressText(std::size_t done, std::size_t total, double seconds, std::size_t width);

/// A line on standard error that is written over and goes again, where that is a terminal.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  /// Ten times a second at most; the text is asked for only then, for so many columns.
  void show(const std::function<std::string(std::size_t width)>& text);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t width_ = 0;  ///< 0: no terminal.
  bool isShown_ = false;
  Clock::time_point drawn_{};
};

class Progress {
 public:
  explicit Progress(std::size_t total) : total_(total) {}

  /// One more is done.
  void step();
  /// Takes the line away, before something else is printed; step() brings it back.
  void clear() { line_.clear(); }

 private:
  std::size_t total_, done_ = 0;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  StatusLine line_;
};

}  // namespace conform
