#include "checker/scenario/importCatalogue.hpp"

#include <algorithm>
#include <set>

#include "checker/scenario/Reader.hpp"

namespace conform {
namespace {

/// A JSON string literal. Text beyond ASCII stays as it is.
std::string quoted(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      literal += '\\';
      literal += c;
    } else if (c == '\n') {
      literal += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      literal += "\\u00";
      literal += digits[static_cast<unsigned char>(c) >> 4];
      literal += digits[static_cast<unsigned char>(c) & 15];
    } else {
      literal += c;
    }
  }
  return literal + "\"";
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(separator)) + part;
  return text;
}

std::string quotedList(const std::vector<std::string>& words) {
  std::vector<std::string> parts;
  for (const std::string& word : words) parts.push_back(quoted(word));
  return "[" + joined(parts, ", ") + "]";
}

/// "#dom-mltensor-destroy" and the like, each once, in the order in which the reasoning names them.
std::vector<std::string> anchorsIn(std::string_view reasoning) {
  const auto isPart = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  std::vector<std::string> anchors;
  for (std::size_t at = reasoning.find('#'); at != std::string_view::npos; at = reasoning.find('#', at + 1)) {
    std::size_t end = at + 1;
    while (end < reasoning.size() && isPart(reasoning[end])) ++end;
    while (end > at + 1 && reasoning[end - 1] == '-') --end;
    const std::string anchor{reasoning.substr(at, end - at)};
    const bool isAnchor = anchor.size() > 2 && anchor.find_first_not_of("0123456789", 1) != std::string::npos;
    if (isAnchor && std::find(anchors.begin(), anchors.end(), anchor) == anchors.end()) anchors.push_back(anchor);
  }
  return anchors;
}

/// One case of the catalogue.
class Importer {
 public:
  Importer(Reader& reader, std::string_view text, Cursor at)
      : reader_(reader), text_(text), at_(std::move(at)), object_(reader, at_) {}

  ImportedFile import() {
    const std::string id = need("id"), title = need("title"), category = need("category"), why = text("why");
    checkWord(id, "id");
    checkWord(category, "category");
    const bool isSeed = category == "seed";
    ImportedFile file{(isSeed ? "thread/" : "spec/" + category + "/") + id + ".json", ""};
    line(std::string("\"$schema\": \"") + (isSeed ? "../" : "../../") + "scenario.schema.json\"");
    line("\"version\": 1");
    line("\"id\": " + quoted(id));
    line("\"title\": " + quoted(title));
    if (isSeed) line("\"source\": [\"https://github.com/webmachinelearning/webnn/issues/716\"]");
    if (const auto anchors = anchorsIn(why); !anchors.empty()) line("\"spec\": " + quotedList(anchors));
    tags();
    const std::string note = text("note");
    const std::string all = why + (why.empty() || note.empty() ? "" : "\n") + note;
    if (!all.empty()) line("\"note\": " + quoted(all));
    steps("setup", "setup");
    steps("calls", "script");
    line("\"allowed\": " + allowed());
    for (const char* forReaders : {"confidence", "nondeterministic", "timelineControl", "failureInjection"})
      object_.get(forReaders);
    object_.finish();
    file.text = "{ " + joined(lines_, ",\n  ") + " }\n";
    return file;
  }

 private:
  void line(std::string text) { lines_.push_back(std::move(text)); }
  std::string need(const char* key) {
    const auto found = object_.need(key);
    return found ? reader_.string(*found) : "";
  }
  std::string text(const char* key) {
    const auto found = object_.get(key);
    return found ? reader_.string(*found) : "";
  }

  /// It becomes part of a path: nothing in it may lead out of the folder.
  void checkWord(const std::string& word, const char* key) {
    constexpr std::string_view good = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (word.empty() || word.front() == '.' || word.size() > 150 || word.find_first_not_of(good) != std::string::npos)
      reader_.error(at_, std::string("\"") + key + "\" names a file: letters, digits, -, _ and . only");
  }

  void tags() {
    const auto checked = object_.get("modelChecked");
    if (checked && !reader_.boolean(*checked)) line("\"tags\": [\"outside-the-model\"]");
  }

  void steps(const char* from, const char* to) {
    const auto list = object_.need(from);
    if (!list || !reader_.isArray(*list)) return;
    std::vector<std::string> parts;
    for (const JsonNode& step : list->node->items) parts.push_back(compact(step));
    line(std::string("\"") + to + "\": " + (parts.empty() ? "[]" : "[\n    " + joined(parts, ",\n    ") + "\n  ]"));
  }

  std::string allowed() {
    std::vector<std::string> draft;
    if (const auto expect = object_.need("expect"); expect && reader_.isObject(*expect)) draft = members(*expect->node);
    for (const char* key : {"outcomes", "order", "trace", "ambiguous", "default"}) {
      if (const auto claim = object_.get(key)) draft.push_back(quoted(key) + ": " + compact(*claim->node));
    }
    std::vector<std::string> claims{claimOf("draft", draft)};
    if (const auto variants = object_.get("variants"); variants && reader_.isObject(*variants)) {
      const std::vector<std::string>& names = variants->node->keys;
      const bool hasPre799 = std::ranges::find(names, "pre-799") != names.end();
      for (std::size_t i = 0; i < names.size(); ++i) {
        claims.push_back(claimOf(names[i], members(variants->node->items[i])));
        // A catalogue leaves out `pre-799`, which equals `option-1` on every case.
        if (names[i] == "option-1" && !hasPre799)
          claims.push_back(claimOf("pre-799", members(variants->node->items[i])));
      }
    }
    claims.emplace_back("\"others\": \"draft\" }");
    return "{\n    " + joined(claims, ",\n    ");
  }
  static std::string claimOf(const std::string& semantics, const std::vector<std::string>& parts) {
    if (parts.empty()) return quoted(semantics) + ": {}";
    return quoted(semantics) + ": {\n      " + joined(parts, ",\n      ") + " }";
  }

  std::vector<std::string> members(const JsonNode& object) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < object.keys.size(); ++i)
      parts.push_back(quoted(object.keys[i]) + ": " + compact(object.items[i]));
    return parts;
  }

  /// On one line. Numbers stay as they are written: nothing is rounded.
  std::string compact(const JsonNode& node) const {
    if (node.isObject()) return "{" + joined(members(node), ", ") + "}";
    if (node.isString()) return quoted(node.text);
    if (!node.isArray()) return std::string(text_.substr(node.begin, node.end - node.begin));
    std::vector<std::string> parts;
    for (const JsonNode& item : node.items) parts.push_back(compact(item));
    return "[" + joined(parts, ", ") + "]";
  }

  Reader& reader_;
  std::string_view text_;
  Cursor at_;
  ObjectReader object_;
  std::vector<std::string> lines_;
};

}  // namespace

ImportedCatalogue importCatalogue(const std::string& file, std::string_view text) {
  ImportedCatalogue imported;
  const ParsedJson parsed = parseJson(text);
  imported.errors = errorsOf(parsed, file, text);
  if (!parsed.root) return imported;
  Reader reader{file, text};
  const Cursor root{&*parsed.root, ""};
  std::set<std::string> paths;
  for (std::size_t i = 0; reader.isArray(root) && i < root.node->items.size(); ++i) {
    const Cursor at = root.item(i);
    const std::size_t before = reader.errors().size();
    ImportedFile one = Importer{reader, text, at}.import();
    if (reader.errors().size() == before && !paths.insert(one.path).second)
      reader.error(at, "another case is written to " + one.path + " too");
    if (reader.errors().size() == before) {  // Its steps and claims: the loader judges what becomes of them.
      for (const LoadError& error : loadScenarios(one.path, one.text).errors)
        reader.error(at, "in " + one.path + ", " + error.pointer + ": " + error.message);
    }
    if (reader.errors().size() == before) imported.files.push_back(std::move(one));
  }
  imported.errors.insert(imported.errors.end(), reader.errors().begin(), reader.errors().end());
  return imported;
}

}  // namespace conform
