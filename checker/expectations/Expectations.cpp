#include "checker/expectations/Expectations.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "checker/scenario/Reader.hpp"
#include "reports/JsonText.hpp"

namespace conform {
namespace {

const std::vector<std::pair<std::string, Verdict>> failures = {
    {"diverges", Verdict::Diverges}, {"broken", Verdict::Broken}, {"unknown", Verdict::Unknown}};

bool isDay(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](std::size_t begin, std::size_t size) {
    int value = -1;
    const char* end = text.data() + begin + size;
    const auto read = std::from_chars(text.data() + begin, end, value);
    return read.ptr == end ? value : -1;
  };
  const int year = number(0, 4), month = number(5, 2), day = number(8, 2);
  if (year < 0 || month < 0 || day < 0) return false;
  return std::chrono::year_month_day{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                     std::chrono::day{static_cast<unsigned>(day)}}
      .ok();
}

Expectation readEntry(Reader& reader, const Cursor& at) {
  Expectation entry;
  entry.line = reader.placeOfNode(at).line;
  ObjectReader object{reader, at};
  const auto text = [&](const std::optional<Cursor>& value, std::string& into) {
    if (!value) return;
    into = reader.string(*value);
    if (value->node->isString() && into.empty()) reader.expected(*value, "a text that is not empty");
  };
  text(object.need("scenario"), entry.scenario);
  text(object.get("subject"), entry.subject);
  text(object.get("semantics"), entry.semantics);
  if (const auto verdict = object.get("verdict")) entry.verdict = reader.oneOf(*verdict, "a verdict", failures);
  text(object.need("reason"), entry.reason);
  text(object.get("link"), entry.link);
  if (const auto expires = object.need("expires")) {
    entry.expires = reader.string(*expires);
    if (expires->node->isString() && !isDay(entry.expires)) reader.expected(*expires, "a day as YYYY-MM-DD");
  }
  if (const auto sometimes = object.get("sometimes")) entry.sometimes = reader.boolean(*sometimes);
  object.finish();
  return entry;
}

}  // namespace

bool matchesPattern(std::string_view pattern, std::string_view text) {
  // The usual way: on a mismatch, the last star takes one character more.
  std::size_t p = 0, t = 0, star = pattern.npos, behind = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      behind = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++behind;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

bool Expectation::matches(const Finding& finding) const {
  return matchesPattern(scenario, finding.id) && matchesPattern(subject, finding.subject) &&
         matchesPattern(semantics, finding.semantics);
}

LoadedExpectations parseExpectations(const std::string& file, std::string_view text) {
  LoadedExpectations loaded;
  loaded.expectations.file = file;
  const ParsedJson parsed = parseJson(text);
  loaded.errors = errorsOf(parsed, file, text);
  if (!parsed.root) return loaded;
  Reader reader{file, text};
  ObjectReader object{reader, {&*parsed.root, ""}};
  if (const auto version = object.need("version"); version && reader.count(*version, 1'000'000) != 1)
    reader.expected(*version, "version 1");
  if (const auto list = object.need("expectations"); list && reader.isArray(*list)) {
    for (std::size_t i = 0; i < list->node->items.size(); ++i)
      loaded.expectations.entries.push_back(readEntry(reader, list->item(i)));
  }
  object.finish();
  loaded.errors.insert(loaded.errors.end(), reader.errors().begin(), reader.errors().end());
  return loaded;
}

LoadedExpectations loadExpectations(const std::string& file) {
  const auto text = textOfFile(file);
  if (const auto* error = std::get_if<LoadError>(&text)) return {{file, {}}, {*error}};
  return parseExpectations(file, std::get<std::string>(text));
}

std::string textOf(const Expectations& expectations) {
  std::string text = "{\n  \"version\": 1,\n  \"expectations\": [";
  const char* separator = "\n    ";
  for (const Expectation& entry : expectations.entries) {
    text += separator;
    JsonText json{text};
    const auto member = [&](std::string_view key, const std::string& value, const std::string& unless) {
      if (value != unless) json.member(key, value);
    };
    json.open('{');
    member("scenario", entry.scenario, "");
    member("subject", entry.subject, "*");
    member("semantics", entry.semantics, "*");
    member("verdict", std::string{nameOf(entry.verdict)}, "diverges");
    member("reason", entry.reason, "");
    member("link", entry.link, "");
    member("expires", entry.expires, "");
    if (entry.sometimes) json.member("sometimes", true);
    json.close('}');
    separator = ",\n    ";
  }
  return text + "\n  ]\n}\n";
}

std::string dayFromToday(int days) {
  const auto day = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()) + std::chrono::days{days};
  const std::chrono::year_month_day date{day};
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

}  // namespace conform
