// A step's text without its markup, so that a link that is written otherwise is no change of the draft.
#include <xxhash.h>

#include <array>

#include "checker/drift/readDraft.hpp"

namespace conform {
namespace {

/// The part of a link that a reader sees: `set/Append` -> `Append`, `a|b` -> `b`, `MLTensor/destroy()` -> `destroy()`.
std::string_view shown(std::string_view link) {
  if (const auto bar = link.rfind('|'); bar != link.npos) return link.substr(bar + 1);
  // The last slash outside of quotes and brackets: "MLPowerPreference/"a/b"" keeps its string.
  const auto end = link.find_first_of("\"[(");
  if (const auto slash = link.substr(0, end).rfind('/'); slash != link.npos) return link.substr(slash + 1);
  return link;
}

struct Brackets {
  std::string_view open, close;
};
constexpr std::array<Brackets, 3> links{{{"[=", "=]"}, {"{{", "}}"}, {"[[#", "]]"}}};

bool isTag(std::string_view rest) {
  if (rest.size() < 2) return false;
  const char next = rest[1] == '/' && rest.size() > 2 ? rest[2] : rest[1];
  return (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
}

}  // namespace

std::string normalised(std::string_view text) {
  std::string result;
  const auto space = [&] {
    if (!result.empty() && result.back() != ' ') result += ' ';
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    bool taken = false;
    for (const Brackets& kind : links) {
      if (!rest.starts_with(kind.open)) continue;
      std::size_t end = rest.find(kind.close, kind.open.size());
      if (end == rest.npos) continue;
      // A slot in a link: {{MLTensor/[[data]]}} is closed by its own brackets.
      while (kind.open == "{{" && rest.substr(end).starts_with("}}}")) ++end;
      result += normalised(shown(rest.substr(kind.open.size(), end - kind.open.size())));
      i += end + kind.close.size();
      taken = true;
      break;
    }
    if (taken) continue;
    if (rest.front() == '<' && isTag(rest)) {
      const std::size_t end = rest.find('>');
      i += end == rest.npos ? 1 : end + 1;
    } else if (rest.front() == '|' || rest.front() == '`') {
      ++i;
    } else if (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '\n' || rest.front() == '\r') {
      space();
      ++i;
    } else {
      result += rest.front();
      ++i;
    }
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

std::uint64_t hashOf(std::string_view text) {
  return XXH64(text.data(), text.size(), 0);
}

std::string hexadecimal(std::uint64_t hash) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
  return digits;
}

}  // namespace conform
