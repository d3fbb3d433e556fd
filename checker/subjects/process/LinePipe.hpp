// Lines to and from another process, by a deadline, of bounded length.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace conform {

class LinePipe {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t maxLine = std::size_t{64} << 20;

  LinePipe() = default;
  LinePipe(const LinePipe&) = delete;
  LinePipe& operator=(const LinePipe&) = delete;
  ~LinePipe() { close(); }

  /// Takes over our ends of the pipes.
  void open(int output, int input);
  void close();
  /// Tells the other side that nothing more will come.
  void closeOutput();

  enum class Got : std::uint8_t { Line, Closed, TooLong, Nothing };
  /// Waits for a line; `Nothing`: there was none until the deadline.
  Got read(std::string& line, Clock::time_point deadline);
  /// False: the other side does not take it, or is gone.
  bool write(std::string_view text, Clock::time_point deadline);

 private:
  int output_ = -1, input_ = -1;
  std::string received_;
  std::size_t searched_ = 0;
};

}  // namespace conform
