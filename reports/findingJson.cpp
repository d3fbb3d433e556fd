#include "reports/findingJson.hpp"

namespace conform {
namespace {

/// Writes a member, unless there is no step.
void put(JsonText& json, std::string_view key, const CitedStep& step) {
  if (step.anchor.empty()) return;
  json.key(key);
  json.open('{');
  json.member("anchor", step.anchor);
  json.member("number", step.number);
  json.memberUnlessEmpty("text", step.text);
  json.close('}');
}
void write(JsonText& json, const Alternative& alternative);
void write(JsonText& json, const Difference& difference);
void write(JsonText& json, const Choice& choice);
void write(JsonText& json, const HistogramRow& row);
void write(JsonText& json, const TimelineStep& step);
void write(JsonText& json, const ProbedResult& result);
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

void write(JsonText& json, const Alternative& alternative) {
  json.member("text", alternative.text);
  put(json, "step", alternative.step);
}

void write(JsonText& json, const Difference& difference) {
  json.member("at", difference.at);
  json.member("seen", difference.seen);
  putEach(json, "allowed", difference.allowed);
  json.memberUnlessEmpty("detail", difference.detail);
}

void write(JsonText& json, const Choice& choice) {
  json.member("at", choice.at);
  json.memberUnlessEmpty("others", choice.others);
}

void write(JsonText& json, const HistogramRow& row) {
  json.member("count", row.count);
  json.member("allowed", row.allowed);
  json.member("outcome", row.outcome);
}

void write(JsonText& json, const ProbedResult& result) {
  json.member("name", result.name);
  json.member("op", result.op);
  json.member("text", result.text);
  json.member("isOff", result.isOff);
}
void put(JsonText& json, std::string_view key, const Probe& probe) {
  if (probe.conclusion.empty()) return;
  json.key(key);
  json.open('{');
  json.member("conclusion", probe.conclusion);
  putEach(json, "results", probe.results);
  json.close('}');
}

void write(JsonText& json, const TimelineStep& step) {
  json.member("lane", step.lane);
  json.memberUnlessEmpty("context", step.context);
  json.member("text", step.text);
  put(json, "step", step.step);
  json.memberUnlessEmpty("observations", step.observations);
  json.memberUnlessEmpty("pointer", step.pointer);
  if (step.causedBy) json.member("causedBy", *step.causedBy);
  if (step.bytes != 0) json.member("bytes", step.bytes);
}

}  // namespace

void writeJson(JsonText& json, const Finding& finding) {
  json.open('{');
  json.member("id", finding.id);
  json.memberUnlessEmpty("title", finding.title);
  json.memberUnlessEmpty("file", finding.file);
  if (finding.line != 0) json.member("line", finding.line);
  json.member("semantics", finding.semantics);
  json.member("subject", finding.subject);
  json.memberUnlessEmpty("subjectVersion", finding.subjectVersion);
  json.member("verdict", nameOf(finding.verdict));
  json.memberUnlessEmpty("reason", finding.reason);
  json.memberUnlessEmpty("known", finding.known);
  put(json, "decidedBy", finding.decidedBy());
  json.memberUnlessEmpty("spec", finding.spec);
  json.memberUnlessEmpty("allowedUnder", finding.allowedUnder);
  json.memberUnlessEmpty("observed", finding.observed);
  json.memberUnlessEmpty("nearest", finding.nearest);
  putEach(json, "differences", finding.differences);
  put(json, "probe", finding.probe);
  putEach(json, "choices", finding.choices);
  putEach(json, "histogram", finding.histogram);
  putEach(json, "narration", finding.narration);
  json.memberUnlessEmpty("javascript", finding.javascript);
  json.memberUnlessEmpty("scenario", finding.scenario);
  json.memberUnlessEmpty("reproduce", finding.reproduce);
  json.close('}');
}

void writeJson(JsonText& json, std::string_view key, const std::vector<TimelineStep>& narration) {
  putEach(json, key, narration);
}
void writeJson(JsonText& json, std::string_view key, const std::vector<Alternative>& alternatives) {
  putEach(json, key, alternatives);
}

}  // namespace conform
