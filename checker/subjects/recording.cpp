#include "checker/subjects/recording.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "checker/subjects/base64.hpp"
#include "checker/subjects/protocol.hpp"

namespace conform {
namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const Number& number) {
  if (number.integer) return static_cast<std::int64_t>(*number.integer);
  return number.real;
}

Json jsonOf(const Value& value) {
  struct Visitor {
    Json operator()(Undefined) const { return {{"undefined", true}}; }
    Json operator()(bool value) const { return value; }
    Json operator()(const std::string& value) const { return value; }
    Json operator()(Interface value) const { return {{"interface", nameOf(value)}}; }
    Json operator()(const Contents& value) const { return {{"bytes", encodeBase64(value.bytes)}}; }
    Json operator()(Detached) const { return {{"detached", true}}; }
    Json operator()(const LostInfo& value) const { return {{"lostInfo", value.message}}; }
    Json operator()(const Numbers& value) const {
      Json numbers = Json::array();
      for (const Number& number : value) numbers.push_back(jsonOf(number));
      return {{"numbers", numbers}};
    }
  };
  return std::visit(Visitor{}, value);
}

Json jsonOf(const Outcome& outcome) {
  const std::string kind{nameOf(outcome.kind)};
  switch (outcome.kind) {
    case OutcomeKind::Resolved:
    case OutcomeKind::Returns:
      return {{kind, jsonOf(outcome.value)}};
    case OutcomeKind::Rejected:
    case OutcomeKind::Throws:
      return {{kind, nameOf(outcome.error)}};
    case OutcomeKind::Pending:
    case OutcomeKind::NotRun:
      break;
  }
  return {{kind, true}};
}

const char* nameOf(Observation::Kind kind) {
  switch (kind) {
    case Observation::Kind::Settled:
      return "settled";
    case Observation::Kind::Called:
      return "called";
    case Observation::Kind::Marked:
      return "marked";
    case Observation::Kind::Pending:
      return "pending";
    case Observation::Kind::Device:
      return "device";
  }
  return "";
}

void writeLine(std::ostream& out, const Json& json) {
  out << json.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace

void writeRecordingHead(std::ostream& out, const Subject& subject) {
  writeLine(out, {{"message", "hello"}, {"protocol", 1}, {"subject", subject.name()}, {"version", subject.version()}});
}

void writeRecordedRun(std::ostream& out, std::uint64_t id, const Scenario& scenario, const RunOptions& options,
                      const SubjectRun& run) {
  Json head{{"message", "run"}, {"id", id}, {"seed", options.seed}, {"deviceEvents", run.device.lacking.empty()}};
  if (!run.device.kinds.empty()) head["deviceKinds"] = run.device.kinds;
  const Json text = Json::parse(portableJson(scenario.json), nullptr, false);
  head["scenario"] = text.is_object() ? text : Json{{"id", scenario.id}};
  writeLine(out, head);
  for (const Observation& observation : run.observations) {
    Json line{{"message", "observation"}, {"id", id}, {"kind", nameOf(observation.kind)}, {"name", observation.name}};
    const bool hasOutcome =
        observation.kind != Observation::Kind::Marked && observation.kind != Observation::Kind::Device;
    if (hasOutcome) line["outcome"] = jsonOf(observation.outcome);
    writeLine(out, line);
  }
  switch (run.status) {
    case SubjectRun::Status::Ran:
      return writeLine(out, run.note.empty() ? Json{{"message", "done"}, {"id", id}}
                                             : Json{{"message", "done"}, {"id", id}, {"note", run.note}});
    case SubjectRun::Status::Unsupported:
      return writeLine(out, {{"message", "unsupported"}, {"id", id}, {"reason", run.reason}});
    case SubjectRun::Status::Broken:
      return writeLine(out, {{"message", "failed"}, {"id", id}, {"reason", run.reason}});
  }
}

}  // namespace conform
