// How far a long command is, on a terminal; nothing of it in a pipe.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace conform {

/// "[#####...............]  25/100, 12 a second, 6 s to go", in one line of at most `width` columns.
std::string progressText(std::size_t done, std::size_t total, double seconds, std::size_t width);

/// Draws on standard error, where that is a terminal.
class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// One more is done; draws ten times a second at most.
  void step();
  /// Takes the line away, before something else is printed; step() brings it back.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t total_, done_ = 0, width_ = 0;  ///< Width 0: no terminal.
  bool isShown_ = false;
  Clock::time_point begun_ = Clock::now(), drawn_{};
};

}  // namespace conform
