#include "checker/scenario/load.hpp"

#include <algorithm>
#include <filesystem>

#include "checker/scenario/Reader.hpp"
#include "model/semantics/Semantics.hpp"
#include "model/vocabulary/suggest.hpp"

namespace conform {
namespace {

void readTolerance(Reader& reader, const Cursor& at, Scenario& scenario) {
  const auto one = [&](const Cursor& where) {
    Tolerance tolerance;
    ObjectReader object{reader, where};
    if (const auto kind = object.need("kind"))
      tolerance.kind = reader.oneOf<Tolerance::Kind>(*kind, "a kind of tolerance",
                                                     {{"ULP", Tolerance::Kind::ULP}, {"ATOL", Tolerance::Kind::ATOL}});
    if (const auto value = object.need("value")) {
      tolerance.value = reader.number(*value).real;
      if (!(tolerance.value >= 0)) reader.error(*value, "a tolerance is not negative");
    }
    object.finish();
    return tolerance;
  };
  if (!reader.isObject(at)) return;
  if (at.node->find("kind")) {
    scenario.tolerance[""] = one(at);
    return;
  }
  for (std::size_t i = 0; i < at.node->keys.size(); ++i) {
    const std::string& name = at.node->keys[i];
    if (!reader.names.contains(name)) reader.error(at.member(i), "no call named \"" + name.substr(0, 60) + "\"");
    scenario.tolerance[name] = one(at.member(i));
  }
}

void readUnspecified(Reader& reader, const Cursor& at, Scenario& scenario) {
  if (at.node->isString()) {
    scenario.unspecified[""] = at.node->text;
    return;
  }
  if (!reader.isObject(at)) return;
  for (std::size_t i = 0; i < at.node->keys.size(); ++i) {
    const std::string& name = at.node->keys[i];
    if (!reader.names.contains(name)) reader.error(at.member(i), "no call named \"" + name.substr(0, 60) + "\"");
    scenario.unspecified[name] = reader.string(at.member(i));
  }
}

/// A claim under a semantics that nobody can select would never be checked.
void checkSemantics(Reader& reader, const Cursor& at, const std::string& semantics) {
  try {
    parseSemantics(semantics);
  } catch (const SemanticsError& error) {
    std::vector<std::string> all{"others"};
    for (const NamedSemantics* one : namedSemantics()) all.emplace_back(one->name);
    const std::string near = didYouMean(semantics, all);
    reader.error(at, near.empty() ? error.what() : "no semantics \"" + semantics.substr(0, 60) + "\"" + near);
  }
}

void readAllowed(Reader& reader, const Cursor& at, Scenario& scenario) {
  if (!reader.isObject(at)) return;
  for (std::size_t i = 0; i < at.node->keys.size(); ++i) {
    const std::string& semantics = at.node->keys[i];
    if (semantics == "others") {
      scenario.othersAsDraft = reader.oneOf<bool>(at.member(i), "what all other semantics allow", {{"draft", true}});
    } else {
      checkSemantics(reader, at.member(i), semantics);
      scenario.allowed[semantics] = readClaim(reader, at.member(i));
    }
  }
}

/// await, turn and settle stop the script: they stand at the top of script (or set-up) only.
void checkNesting(Reader& reader, const Cursor& steps, bool isTop) {
  if (!steps.node->isArray()) return;
  for (std::size_t i = 0; i < steps.node->items.size(); ++i) {
    const Cursor step = steps.item(i);
    if (!step.node->isObject()) continue;
    for (std::size_t j = 0; j < step.node->keys.size(); ++j) {
      const std::string& key = step.node->keys[j];
      if (!isTop && (key == "await" || key == "turn" || key == "settle"))
        reader.error(step.member(j), "\"" + key + "\" stands only at the top of a script, not inside another step");
      if (key == "microtask" || key == "calls") checkNesting(reader, step.member(j), false);
    }
  }
}

void readTasks(Reader& reader, const Cursor& at, Scenario& scenario) {
  if (!reader.isObject(at)) return;
  for (std::size_t i = 0; i < at.node->keys.size(); ++i) {
    checkNesting(reader, at.member(i), false);
    scenario.tasks[at.node->keys[i]] = readSteps(reader, at.member(i));
  }
}

void readAnytime(Reader& reader, const Cursor& at, Scenario& scenario) {
  scenario.anytime = readSteps(reader, at);
  for (std::size_t i = 0; i < scenario.anytime.size(); ++i) {
    const auto& what = scenario.anytime[i].what;
    const bool isAllowed = std::holds_alternative<ContextLost>(what) || std::holds_alternative<DeviceLost>(what) ||
                           std::holds_alternative<FailNext>(what);
    if (!isAllowed)
      reader.error(at.item(i), "at any time, only the events contextLost, deviceLost and failNext happen");
  }
}

/// All names first: a step may refer to one that a later step of another task defines.
void collectAllNames(Reader& reader, const Cursor& at) {
  if (!at.node->isObject()) return;
  for (std::size_t i = 0; i < at.node->keys.size(); ++i) {
    const std::string& key = at.node->keys[i];
    const Cursor member = at.member(i);
    if (key == "setup" || key == "script") collectNames(reader, member);
    if (key != "tasks" || !member.node->isObject()) continue;
    for (std::size_t j = 0; j < member.node->keys.size(); ++j) collectNames(reader, member.member(j));
  }
}

Scenario readScenario(Reader& reader, const Cursor& at, const std::string& file, std::string_view text) {
  Scenario scenario;
  scenario.file = file;
  scenario.json = std::string(text.substr(at.node->begin, at.node->end - at.node->begin));
  scenario.place = reader.placeOfNode(at);
  reader.names.clear();
  reader.bufferBytes = 0;
  collectAllNames(reader, at);

  ObjectReader object{reader, at};
  object.get("$schema");
  if (const auto version = object.need("version")) {
    const std::optional<Number> number = numberIn(*version->node);
    if (!number || number->integer != Int128{1}) reader.expected(*version, "version 1, the only one so far");
  }
  if (const auto id = object.need("id")) {
    scenario.id = reader.string(*id);
    if (id->node->isString() && scenario.id.empty()) reader.error(*id, "an id is not empty");
  }
  if (const auto title = object.need("title")) scenario.title = reader.string(*title);
  if (const auto source = object.get("source")) scenario.source = reader.strings(*source);
  if (const auto spec = object.get("spec")) scenario.spec = reader.strings(*spec);
  if (const auto tags = object.get("tags")) scenario.tags = reader.strings(*tags);
  if (const auto note = object.get("note")) scenario.note = reader.string(*note);
  if (const auto setup = object.get("setup")) {
    checkNesting(reader, *setup, true);
    scenario.setup = readSteps(reader, *setup);
  }
  if (const auto script = object.need("script")) {
    checkNesting(reader, *script, true);
    scenario.script = readSteps(reader, *script);
  }
  if (const auto tasks = object.get("tasks")) readTasks(reader, *tasks, scenario);
  if (const auto anytime = object.get("anytime")) readAnytime(reader, *anytime, scenario);
  if (const auto tolerance = object.get("tolerance")) readTolerance(reader, *tolerance, scenario);
  if (const auto unspecified = object.get("unspecified")) readUnspecified(reader, *unspecified, scenario);
  if (const auto strict = object.get("strictZeroSign")) scenario.strictZeroSign = reader.boolean(*strict);
  if (const auto extended = object.get("extendedTypes")) scenario.extendedTypes = reader.boolean(*extended);
  if (const auto limits = object.get("supportLimits")) reader.error(*limits, "reserved: not modelled yet");
  if (const auto allowed = object.get("allowed")) readAllowed(reader, *allowed, scenario);
  object.finish();
  return scenario;
}

}  // namespace

Loaded loadScenarios(const std::string& file, std::string_view text) {
  Loaded loaded;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.size() > largestFile) {
    loaded.errors.push_back({file, 0, 0, "", "larger than " + std::to_string(largestFile >> 20) + " MiB"});
    return loaded;
  }
  const ParsedJson parsed = parseJson(text);
  loaded.errors = errorsOf(parsed, file, text);
  if (!parsed.root) return loaded;

  Reader reader{file, text};
  const auto readOne = [&](const Cursor& at) {
    const std::size_t before = reader.errors().size();
    Scenario scenario = readScenario(reader, at, file, text);
    const bool isKnown = std::any_of(loaded.scenarios.begin(), loaded.scenarios.end(),
                                     [&](const Scenario& other) { return other.id == scenario.id; });
    if (isKnown) reader.error(at, "the id \"" + scenario.id.substr(0, 60) + "\" is used twice in this file");
    if (reader.errors().size() == before) loaded.scenarios.push_back(std::move(scenario));
  };
  const Cursor root{&*parsed.root, ""};
  if (root.node->isArray()) {
    for (std::size_t i = 0; i < root.node->items.size(); ++i) readOne(root.item(i));
  } else {
    readOne(root);
  }
  // A key that is given twice spoils the scenario that it stands in: what was meant cannot be known.
  if (!parsed.problems.empty()) loaded.scenarios.clear();
  loaded.errors.insert(loaded.errors.end(), reader.errors().begin(), reader.errors().end());
  std::stable_sort(loaded.errors.begin(), loaded.errors.end(), [](const LoadError& a, const LoadError& b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  });
  return loaded;
}

Loaded loadFile(const std::string& file) {
  const auto text = textOfFile(file);
  if (const auto* error = std::get_if<LoadError>(&text)) return {{}, {*error}};
  return loadScenarios(file, std::get<std::string>(text));
}

LoadedOutcome loadOutcome(const std::string& file, const Scenario& scenario) {
  LoadedOutcome loaded;
  const auto read = textOfFile(file);
  if (const auto* error = std::get_if<LoadError>(&read)) {
    loaded.errors.push_back(*error);
    return loaded;
  }
  const auto& text = std::get<std::string>(read);
  const ParsedJson parsed = parseJson(text);
  loaded.errors = errorsOf(parsed, file, text);
  if (!parsed.root) return loaded;
  Reader reader{file, text};
  const ParsedJson steps = parseJson(scenario.json);
  collectAllNames(reader, {&*steps.root, ""});
  loaded.outcome = readJointOutcome(reader, {&*parsed.root, ""});
  loaded.errors.insert(loaded.errors.end(), reader.errors().begin(), reader.errors().end());
  return loaded;
}

std::vector<std::string> scenarioFilesIn(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (std::filesystem::recursive_directory_iterator entry{path, error}, end; !error && entry != end;
       entry.increment(error)) {
    const std::filesystem::path& file = entry->path();
    if (entry->is_directory() && file.filename() == "expectations") entry.disable_recursion_pending();
    if (file.extension() == ".json" && file.filename() != "scenario.schema.json") files.push_back(file.string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace conform
