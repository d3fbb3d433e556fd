#include "reports/findingJson.hpp"

#include <stdexcept>

namespace conform {
namespace {

using Json = nlohmann::ordered_json;

Json toJson(const CitedStep& step) {
  Json json = {{"anchor", step.anchor}, {"number", step.number}};
  if (!step.text.empty()) json["text"] = step.text;
  return json;
}

/// Writes a member, unless it is empty.
template <class T>
void put(Json& json, const char* key, const T& value) {
  if (!value.empty()) json[key] = value;
}
void put(Json& json, const char* key, const CitedStep& step) {
  if (!step.anchor.empty()) json[key] = toJson(step);
}
template <class T, class Write>
void putEach(Json& json, const char* key, const std::vector<T>& values, const Write& write) {
  if (values.empty()) return;
  Json list = Json::array();
  for (const T& value : values) list.push_back(write(value));
  json[key] = std::move(list);
}

Json write(const Alternative& alternative) {
  Json json = {{"text", alternative.text}};
  put(json, "step", alternative.step);
  return json;
}

Json write(const Difference& difference) {
  Json json = {{"at", difference.at}, {"seen", difference.seen}};
  putEach(json, "allowed", difference.allowed, [](const Alternative& alternative) { return write(alternative); });
  put(json, "detail", difference.detail);
  return json;
}

Json write(const HistogramRow& row) {
  return {{"count", row.count}, {"allowed", row.allowed}, {"outcome", row.outcome}};
}

Json write(const TimelineStep& step) {
  Json json = {{"lane", step.lane}};
  put(json, "context", step.context);
  json["text"] = step.text;
  put(json, "step", step.step);
  put(json, "observations", step.observations);
  put(json, "pointer", step.pointer);
  if (step.causedBy) json["causedBy"] = *step.causedBy;
  if (step.bytes != 0) json["bytes"] = step.bytes;
  return json;
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

Json toJson(const Finding& finding) {
  Json json = {{"id", finding.id}};
  put(json, "title", finding.title);
  put(json, "file", finding.file);
  if (finding.line != 0) json["line"] = finding.line;
  json["semantics"] = finding.semantics;
  json["subject"] = finding.subject;
  put(json, "subjectVersion", finding.subjectVersion);
  json["verdict"] = nameOf(finding.verdict);
  put(json, "reason", finding.reason);
  put(json, "decidedBy", finding.decidedBy());
  put(json, "spec", finding.spec);
  put(json, "allowedUnder", finding.allowedUnder);
  put(json, "observed", finding.observed);
  put(json, "nearest", finding.nearest);
  putEach(json, "differences", finding.differences, [](const Difference& difference) { return write(difference); });
  putEach(json, "histogram", finding.histogram, [](const HistogramRow& row) { return write(row); });
  putEach(json, "narration", finding.narration, [](const TimelineStep& step) { return write(step); });
  put(json, "javascript", finding.javascript);
  put(json, "scenario", finding.scenario);
  put(json, "reproduce", finding.reproduce);
  return json;
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
    get(json, "spec", finding.spec);
    get(json, "allowedUnder", finding.allowedUnder);
    get(json, "observed", finding.observed);
    get(json, "nearest", finding.nearest);
    getEach(json, "differences", finding.differences,
            [](const Read& one, Difference& difference) { read(one, difference); });
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
