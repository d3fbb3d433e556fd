#include "reports/markdownText.hpp"

#include <algorithm>
#include <cctype>

#include "reports/text.hpp"

namespace conform {
namespace {

std::string onOneLine(std::string_view text) {
  std::string line = printable(text);
  std::ranges::replace(line, '\n', ' ');
  std::ranges::replace(line, '\t', ' ');
  return line;
}

std::size_t longestRun(std::string_view text, char of) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == of ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string markdownText(std::string_view text) {
  const std::string line = onOneLine(text);
  const auto isAlnum = [&](std::size_t i) {
    return i < line.size() && std::isalnum(static_cast<unsigned char>(line[i]));
  };
  const auto isDigit = [&](std::size_t i) {
    return i < line.size() && std::isdigit(static_cast<unsigned char>(line[i]));
  };
  const std::size_t firstNonDigit = std::min(line.find_first_not_of("0123456789"), line.size());
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    // What begins a heading, a list or a rule does so only in front.
    const bool isFront = i == 0 ? std::string_view{"#+-="}.find(c) != std::string_view::npos
                                : i == firstNonDigit && (c == '.' || c == ')');
    if (isFront || std::string_view{"\\`*_[]<>|~$"}.find(c) != std::string_view::npos) out += '\\';
    out += c == '&' ? "&amp;" : std::string(1, c);
    // A backslash does not keep "@name" from notifying somebody, nor "#1" from being a reference.
    if ((c == '@' && isAlnum(i + 1)) || (c == '#' && isDigit(i + 1))) out += "<!-- -->";
  }
  return out;
}

std::string markdownLines(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    out += markdownText(text.substr(0, end));
    if (end == text.npos) return out;
    if (!out.empty() && !out.ends_with("\\\n")) out += "\\\n";
    text.remove_prefix(end + 1);
  }
}

std::string markdownCode(std::string_view text) {
  const std::string line = onOneLine(text);
  const std::string fence(longestRun(line, '`') + 1, '`');
  const bool pads = line.empty() || line.front() == '`' || line.back() == '`' || line.front() == ' ';
  return fence + (pads ? " " : "") + line + (pads ? " " : "") + fence;
}

std::string markdownAnchor(std::string_view anchor) {
  std::string out = "#";
  for (const char c : anchor) {
    const bool isPlain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    out += isPlain ? c : '_';
  }
  return out;
}

std::string markdownBlock(std::string_view text, std::string_view language) {
  const std::string inside = printable(text);
  const std::string fence(std::max<std::size_t>(longestRun(inside, '`') + 1, 3), '`');
  return fence + std::string{language} + "\n" + inside + (inside.ends_with('\n') ? "" : "\n") + fence + "\n";
}

}  // namespace conform
