#include "checker/cli/Progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace conform {
namespace {

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  return whole < 120 ? fmt::format("{} s", whole) : fmt::format("{} min", (whole + 30) / 60);
}

}  // namespace

std::string progressText(std::size_t done, std::size_t total, double seconds, std::size_t width) {
  constexpr std::size_t barWidth = 20;
  const std::size_t filled = total == 0 ? barWidth : barWidth * done / total;
  std::string text =
      fmt::format("[{}{}]  {}/{}", std::string(filled, '#'), std::string(barWidth - filled, '.'), done, total);
  if (done > 0 && seconds > 0) {
    const double rate = static_cast<double>(done) / seconds;
    text += fmt::format(", {:.{}f} a second, {} to go", rate, rate < 10 ? 1 : 0,
                        duration(static_cast<double>(total - done) / rate));
  }
  return text.substr(0, width);
}

StatusLine::StatusLine() {
  const char* terminal = std::getenv("TERM");
  winsize size{};
  if (isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view{terminal} != "dumb" &&
      ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0)
    width_ = size.ws_col > 1 ? size.ws_col - 1U : 79;
}

void StatusLine::show(const std::function<std::string(std::size_t width)>& text) {
  const auto now = Clock::now();
  if (width_ == 0 || now - drawn_ < std::chrono::milliseconds{100}) return;
  drawn_ = now;
  isShown_ = true;
  std::cout.flush();
  std::cerr << "\r\x1b[K" << text(width_) << std::flush;
}

void StatusLine::clear() {
  if (!isShown_) return;
  isShown_ = false;
  std::cerr << "\r\x1b[K" << std::flush;
}

void Progress::step() {
  ++done_;
  line_.show([&](std::size_t width) {
    return progressText(done_, total_, std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(),
                        width);
  });
}

}  // namespace conform
