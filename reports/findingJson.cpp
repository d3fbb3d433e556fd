#include "reports/findingJson.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace conform {
namespace {

/// Writes a member, unless it is empty.
void put(JsonText& json, std::string_view key, const std::string& value) {
  if (value.empty()) return;
  json.key(key);
  json.value(value);
}
void put(JsonText& json, std::string_view key, const std::vector<std::string>& values) {
  if (values.empty()) return;
  json.key(key);
  json.open('[');
  for (const std::string& value : values) json.value(value);
  json.close(']');
}
void put(JsonText& json, std::string_view key, const CitedStep& step) {
  if (step.anchor.empty()) return;
  json.key(key);
  json.open('{');
  json.key("anchor");
  json.value(step.anchor);
  json.key("number");
  json.value(step.number);
  put(json, "text", step.text);
  json.close('}');
}
void write(JsonText& json, const Alternative& alternative);
void write(JsonText& json, const Difference& difference);
void write(JsonText& json, const Choice& choice);
void write(JsonText& json, const HistogramRow& row);
void write(JsonText& json, const TimelineStep& step);
template <class T>
void putEach(JsonText& json, std::string_view key, const std::vector<T>& values) {
  if (values.empty()) return;
  json.key(key);
  json.open('[');
  for (const T& value : values) {
    json.open('{');
    write(json, value);
    json.close('}');
  }
  json.close(']');
}
/// Writes a member in any case.
void putAlways(JsonText& json, std::string_view key, const auto& value) {
  json.key(key);
  json.value(value);
}

void write(JsonText& json, const Alternative& alternative) {
  putAlways(json, "text", alternative.text);
  put(json, "step", alternative.step);
}

void write(JsonText& json, const Difference& difference) {
  putAlways(json, "at", difference.at);
  putAlways(json, "seen", difference.seen);
  putEach(json, "allowed", difference.allowed);
  put(json, "detail", difference.detail);
}

void write(JsonText& json, const Choice& choice) {
  putAlways(json, "at", choice.at);
  put(json, "others", choice.others);
}

void write(JsonText& json, const HistogramRow& row) {
  putAlways(json, "count", row.count);
  putAlways(json, "allowed", row.allowed);
  json.key("outcome");
  json.open('[');
  for (const std::string& seen : row.outcome) json.value(seen);
  json.close(']');
}

void write(JsonText& json, const TimelineStep& step) {
  putAlways(json, "lane", step.lane);
  put(json, "context", step.context);
  putAlways(json, "text", step.text);
  put(json, "step", step.step);
  put(json, "observations", step.observations);
  put(json, "pointer", step.pointer);
  if (step.causedBy) putAlways(json, "causedBy", *step.causedBy);
  if (step.bytes != 0) putAlways(json, "bytes", step.bytes);
}

// ---- And back: a missing member is empty, one of the wrong type an error. ----

using Read = nlohmann::json;

template <class T>
void get(const Read& json, const char* key, T& value) {
  if (const auto found = json.find(key); found != json.end()) found->get_to(value);
}
void get(const Read& json, const char* key, CitedStep& step) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  get(*found, "anchor", step.anchor);
  get(*found, "number", step.number);
  get(*found, "text", step.text);
}
template <class T, class ReadOne>
void getEach(const Read& json, const char* key, std::vector<T>& values, const ReadOne& readOne) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  for (const Read& one : found->get_ref<const Read::array_t&>()) readOne(one, values.emplace_back());
}

void read(const Read& json, Alternative& alternative) {
  get(json, "text", alternative.text);
  get(json, "step", alternative.step);
}

void read(const Read& json, Difference& difference) {
  get(json, "at", difference.at);
  get(json, "seen", difference.seen);
  getEach(json, "allowed", difference.allowed,
          [](const Read& one, Alternative& alternative) { read(one, alternative); });
  get(json, "detail", difference.detail);
}

void read(const Read& json, Choice& choice) {
  get(json, "at", choice.at);
  get(json, "others", choice.others);
}

void read(const Read& json, HistogramRow& row) {
  get(json, "count", row.count);
  get(json, "allowed", row.allowed);
  get(json, "outcome", row.outcome);
}

void read(const Read& json, TimelineStep& step) {
  get(json, "lane", step.lane);
  get(json, "context", step.context);
  get(json, "text", step.text);
  get(json, "step", step.step);
  get(json, "observations", step.observations);
  get(json, "pointer", step.pointer);
  if (const auto found = json.find("causedBy"); found != json.end()) step.causedBy = found->get<std::size_t>();
  get(json, "bytes", step.bytes);
}

}  // namespace

void writeJson(JsonText& json, const Finding& finding) {
  json.open('{');
  putAlways(json, "id", finding.id);
  put(json, "title", finding.title);
  put(json, "file", finding.file);
  if (finding.line != 0) putAlways(json, "line", finding.line);
  putAlways(json, "semantics", finding.semantics);
  putAlways(json, "subject", finding.subject);
  put(json, "subjectVersion", finding.subjectVersion);
  putAlways(json, "verdict", nameOf(finding.verdict));
  put(json, "reason", finding.reason);
  put(json, "known", finding.known);
  put(json, "decidedBy", finding.decidedBy());
  put(json, "spec", finding.spec);
  put(json, "allowedUnder", finding.allowedUnder);
  put(json, "observed", finding.observed);
  put(json, "nearest", finding.nearest);
  putEach(json, "differences", finding.differences);
  putEach(json, "choices", finding.choices);
  putEach(json, "histogram", finding.histogram);
  putEach(json, "narration", finding.narration);
  put(json, "javascript", finding.javascript);
  put(json, "scenario", finding.scenario);
  put(json, "reproduce", finding.reproduce);
  json.close('}');
}

void writeJson(JsonText& json, std::string_view key, const std::vector<TimelineStep>& narration) {
  putEach(json, key, narration);
}
void writeJson(JsonText& json, std::string_view key, const std::vector<Alternative>& alternatives) {
  putEach(json, key, alternatives);
}

Finding findingFrom(const nlohmann::json& json) {
  try {
    Finding finding;
    json.at("id").get_to(finding.id);
    json.at("semantics").get_to(finding.semantics);
    json.at("subject").get_to(finding.subject);
    const auto verdict = verdictNamed(json.at("verdict").get_ref<const std::string&>());
    if (!verdict) throw std::runtime_error("\"" + json["verdict"].get<std::string>() + "\" is no verdict");
    finding.verdict = *verdict;
    get(json, "title", finding.title);
    get(json, "file", finding.file);
    get(json, "line", finding.line);
    get(json, "subjectVersion", finding.subjectVersion);
    get(json, "reason", finding.reason);
    get(json, "known", finding.known);
    get(json, "spec", finding.spec);
    get(json, "allowedUnder", finding.allowedUnder);
    get(json, "observed", finding.observed);
    get(json, "nearest", finding.nearest);
    getEach(json, "differences", finding.differences,
            [](const Read& one, Difference& difference) { read(one, difference); });
    getEach(json, "choices", finding.choices, [](const Read& one, Choice& choice) { read(one, choice); });
    getEach(json, "histogram", finding.histogram, [](const Read& one, HistogramRow& row) { read(one, row); });
    getEach(json, "narration", finding.narration, [](const Read& one, TimelineStep& step) { read(one, step); });
    get(json, "javascript", finding.javascript);
    get(json, "scenario", finding.scenario);
    get(json, "reproduce", finding.reproduce);
    return finding;
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string{"no finding: "} + error.what());
  }
}

}  // namespace conform
