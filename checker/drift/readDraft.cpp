// An algorithm is an element with the attribute (or class) `algorithm`; its name is its first <dfn>; its steps are the
// items of its numbered lists, nested by their indentation.
#include "checker/drift/readDraft.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

namespace conform {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// As Bikeshed makes ids: lower case, other characters are dropped or become one hyphen.
std::string slug(std::string_view text) {
  std::string result;
  for (const char c : lower(text)) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-') {
      result += c;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result;
}

struct Tag {
  std::string_view name, attributes;
  std::size_t end = 0;  ///< Behind its '>'.
};

/// The first opening tag of that name (of any name, if empty) from a place on.
std::optional<Tag> openingTag(std::string_view text, std::string_view name, std::size_t from = 0) {
  for (std::size_t at = text.find('<', from); at != text.npos; at = text.find('<', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end]))) ++end;
    const std::string_view found = text.substr(at + 1, end - at - 1);
    if (found.empty() || (!name.empty() && found != name)) continue;
    const std::size_t close = text.find('>', end);
    if (close == text.npos) return std::nullopt;
    return Tag{found, text.substr(end, close - end), close + 1};
  }
  return std::nullopt;
}

/// An attribute's value, quoted or not; empty, but there, if it has none.
std::optional<std::string_view> attribute(std::string_view attributes, std::string_view name) {
  for (std::size_t at = attributes.find(name); at != attributes.npos; at = attributes.find(name, at + 1)) {
    const bool begins = at == 0 || std::isspace(static_cast<unsigned char>(attributes[at - 1]));
    std::string_view rest = attributes.substr(at + name.size());
    if (!begins || (!rest.empty() && rest.front() != '=' && !std::isspace(static_cast<unsigned char>(rest.front()))))
      continue;
    if (rest.empty() || rest.front() != '=') return std::string_view{};
    rest.remove_prefix(1);
    if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
      const std::size_t end = rest.find(rest.front(), 1);
      return rest.substr(1, end == rest.npos ? end : end - 1);
    }
    return rest.substr(0, rest.find_first_of(" \t\n"));
  }
  return std::nullopt;
}

bool isAlgorithm(std::string_view attributes) {
  if (attribute(attributes, "algorithm")) return true;
  const auto classes = attribute(attributes, "class");
  return classes && (" " + std::string(*classes) + " ").find(" algorithm ") != std::string::npos;
}

bool isAside(std::string_view attributes) {
  const auto classes = attribute(attributes, "class");
  if (!classes) return false;
  const std::string padded = " " + std::string(*classes) + " ";
  return padded.find(" note ") != padded.npos || padded.find(" issue ") != padded.npos ||
         padded.find(" example ") != padded.npos;
}

/// How many elements of that name a line opens, less those that it closes.
int balance(std::string_view line, std::string_view name) {
  int open = 0;
  for (std::size_t at = line.find('<'); at != line.npos; at = line.find('<', at + 1)) {
    std::string_view rest = line.substr(at + 1);
    const bool closes = rest.starts_with('/');
    if (closes) rest.remove_prefix(1);
    if (!rest.starts_with(name) ||
        (rest.size() > name.size() && std::isalpha(static_cast<unsigned char>(rest[name.size()]))))
      continue;
    open += closes ? -1 : 1;
  }
  return open;
}

std::size_t indentOf(std::string_view line) {
  std::size_t columns = 0;
  for (const char c : line) {
    if (c == '\t') {
      columns = columns / 4 * 4 + 4;
    } else if (c == ' ') {
      ++columns;
    } else {
      break;
    }
  }
  return columns;
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front()))) line.remove_prefix(1);
  while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.remove_suffix(1);
  return line;
}

/// "1. text" -> text.
std::optional<std::string_view> numberedItem(std::string_view line) {
  std::size_t digits = 0;
  while (digits < line.size() && std::isdigit(static_cast<unsigned char>(line[digits]))) ++digits;
  if (digits == 0 || !line.substr(digits).starts_with(". ")) return std::nullopt;
  return trimmed(line.substr(digits + 1));
}

/// "Note: ...", "Issue(529): ...": a paragraph that is not part of the steps.
bool isAsideParagraph(std::string_view line) {
  if (line.starts_with("Note:") || line.starts_with("NOTE:") || line.starts_with("Issue:") ||
      line.starts_with("ISSUE:"))
    return true;
  if (!line.starts_with("Issue(") && !line.starts_with("Issue (") && !line.starts_with("ISSUE(")) return false;
  const std::size_t close = line.find(')');
  return close != line.npos && line.substr(close + 1).starts_with(":");
}

/// The lines of one element, and the steps that they hold.
class AlgorithmReader {
 public:
  explicit AlgorithmReader(std::size_t line) { algorithm_.line = line; }

  void read(std::string_view raw, std::size_t number) {
    const std::string_view line = trimmed(raw);
    if (skipping(line)) return;
    raw_ += raw, raw_ += '\n';
    if (line.empty()) return;
    if (const auto item = numberedItem(line)) return begin(indentOf(raw), *item, number);
    const std::size_t indent = indentOf(raw);
    while (!open_.empty() && open_.back().indent >= indent && !normalised(line).empty()) open_.pop_back();
    std::string& text = open_.empty() ? (algorithm_.steps.empty() ? algorithm_.heading : behind_)
                                      : algorithm_.steps[open_.back().step].text;
    text += ' ', text += line;
  }

  /// Nothing if the element defines no term.
  std::optional<DraftAlgorithm> finish(std::set<std::string>& taken);

 private:
  struct Open {
    std::size_t indent, step;
    unsigned items = 0;  ///< Of the lists below it, so far.
  };

  bool skipping(std::string_view line) {
    if (!aside_.empty()) {
      depth_ += balance(line, aside_);
      if (depth_ <= 0) aside_.clear();
      return true;
    }
    if (inParagraph_) {
      inParagraph_ = !line.empty() && !numberedItem(line) && !line.starts_with("</");
      if (inParagraph_) return true;
    }
    if (isAsideParagraph(line)) return inParagraph_ = true;
    if (!line.starts_with('<')) return false;
    const auto tag = openingTag(line, "");
    if (!tag || !isAside(tag->attributes)) return false;
    depth_ = balance(line, tag->name);
    if (depth_ > 0) aside_ = tag->name;
    return true;
  }

  void begin(std::size_t indent, std::string_view text, std::size_t line) {
    while (!open_.empty() && open_.back().indent >= indent) open_.pop_back();
    unsigned& items = open_.empty() ? items_ : open_.back().items;
    std::string number = open_.empty() ? "" : algorithm_.steps[open_.back().step].number + ".";
    number += std::to_string(++items);
    open_.push_back({indent, algorithm_.steps.size()});
    algorithm_.steps.push_back({number, std::string(text), 0, line});
  }

  DraftAlgorithm algorithm_;
  std::vector<Open> open_;
  unsigned items_ = 0;
  std::string raw_, behind_;  ///< All of it; what follows the steps.
  std::string aside_;
  int depth_ = 0;
  bool inParagraph_ = false;
};

struct Name {
  std::string anchor, longAnchor, title;
};

std::optional<Name> nameOf(std::string_view source) {
  const auto dfn = openingTag(source, "dfn");
  if (!dfn) return std::nullopt;
  const std::size_t end = source.find("</dfn>", dfn->end);
  if (end == source.npos) return std::nullopt;
  Name name;
  name.title = normalised(source.substr(dfn->end, end - dfn->end));
  std::string linked = name.title;
  for (const char* attributeName : {"data-lt", "lt"}) {
    const auto given = attribute(dfn->attributes, attributeName);
    if (given && !given->empty()) linked = normalised(given->substr(0, given->find('|')));
  }
  const std::string_view interface =
      attribute(dfn->attributes, "for").value_or(attribute(dfn->attributes, "dfn-for").value_or(std::string_view{}));
  const auto hasKind = [&](const char* kind) { return attribute(dfn->attributes, kind).has_value(); };
  const bool isOfInterface = hasKind("method") || hasKind("attribute") || hasKind("constructor");
  const std::string prefix = (isOfInterface ? "dom-" : "") + (interface.empty() ? "" : slug(interface) + "-");
  name.longAnchor = prefix + slug(linked);
  name.anchor = prefix + slug(std::string_view(linked).substr(0, isOfInterface ? linked.find('(') : linked.npos));
  return name;
}

std::optional<DraftAlgorithm> AlgorithmReader::finish(std::set<std::string>& taken) {
  const auto name = nameOf(raw_);
  if (!name) return std::nullopt;
  // The first overload has the short id, the others carry their arguments.
  algorithm_.anchor = taken.insert(name->anchor).second ? name->anchor : name->longAnchor;
  taken.insert(algorithm_.anchor);
  algorithm_.title = name->title;
  algorithm_.heading = normalised(algorithm_.heading + behind_);
  if (algorithm_.heading.starts_with(' ')) algorithm_.heading.erase(0, 1);
  algorithm_.hash = hashOf(algorithm_.heading);
  for (DraftStep& step : algorithm_.steps) {
    step.text = normalised(step.text);
    step.hash = hashOf(step.text);
  }
  return std::move(algorithm_);
}

}  // namespace

std::vector<DraftAlgorithm> readDraft(std::string_view source) {
  std::vector<DraftAlgorithm> algorithms;
  std::set<std::string> taken;
  std::optional<AlgorithmReader> reader;
  std::string element;
  int depth = 0;
  std::size_t number = 0;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string_view line = source.substr(at, end - at);
    at = end + 1;
    ++number;
    if (!reader) {
      const std::string_view begin = trimmed(line);
      const auto tag = begin.starts_with('<') ? openingTag(begin, "") : std::nullopt;
      if (!tag || !isAlgorithm(tag->attributes)) continue;
      element = tag->name;
      reader.emplace(number);
    }
    depth += balance(line, element);
    reader->read(line, number);
    if (depth > 0) continue;
    if (auto algorithm = reader->finish(taken)) algorithms.push_back(std::move(*algorithm));
    reader.reset();
    depth = 0;
  }
  if (reader) {
    if (auto algorithm = reader->finish(taken)) algorithms.push_back(std::move(*algorithm));
  }
  return algorithms;
}

}  // namespace conform
