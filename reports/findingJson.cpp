#include "reports/findingJson.hpp"

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

}  // namespace conform
