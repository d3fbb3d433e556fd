#include "tests/subjects/catalogue.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model/kernels/castNumber.hpp"

namespace conform::tests {
namespace {

using Json = nlohmann::ordered_json;

std::optional<std::filesystem::path> cataloguePath() {
  std::vector<std::filesystem::path> folders;
  if (const char* folder = std::getenv("WEBNN_CONFORM_SHARED")) folders.emplace_back(folder);
  folders.emplace_back(std::filesystem::path(WEBNN_CONFORM_SOURCE) / ".." / "shared");
  for (const auto& folder : folders) {
    if (std::filesystem::exists(folder / "timeline/catalogue.json")) return folder / "timeline/catalogue.json";
  }
  return std::nullopt;
}

Number numberOf(const Json& json) {
  if (json.is_number_integer()) return Number::ofInteger(json.get<std::int64_t>());
  return Number::ofReal(json.get<double>());
}

Contents contentsOf(DataType type, const Json& numbers) {
  Contents contents{type, {}};
  for (const Json& number : numbers) {
    const auto bytes = castNumber(type, numberOf(number)).bytes();
    contents.bytes.insert(contents.bytes.end(), bytes.begin(), bytes.end());
  }
  return contents;
}

Reference referenceOf(const Json& json) {
  const std::string text = json.get<std::string>();
  if (text.rfind("$promise:", 0) == 0) return {text.substr(9), true};
  return {text, false};
}

Descriptor descriptorOf(const Json& json) {
  Descriptor descriptor;
  if (json.contains("dataType")) descriptor.dataType = json["dataType"].get<std::string>();
  if (json.contains("shape")) {
    descriptor.shape.emplace();
    for (const Json& dimension : json["shape"]) descriptor.shape->push_back(numberOf(dimension));
  }
  descriptor.readable = json.value("readable", false);
  descriptor.writable = json.value("writable", false);
  return descriptor;
}

class Reader {
 public:
  std::vector<Step> steps(const Json& json) {
    std::vector<Step> steps;
    for (const Json& step : json) steps.push_back(this->step(step));
    return steps;
  }

 private:
  Step step(const Json& json) {
    Step step;
    if (json.contains("call")) {
      call(json, step);
    } else if (json.contains("event")) {
      event(json, step);
    } else {
      control(json, step);
    }
    step.place.pointer = json.dump();
    return step;
  }

  Source sourceOf(const Json& json, DataType type) {
    if (json.contains("buffer")) return json["buffer"].get<std::string>();
    return contentsOf(type, json["data"]);
  }
  static DataType typeIn(const Json& json) {
    return dataTypeNamed(json["descriptor"].value("dataType", "float32")).value_or(DataType::float32);
  }

  void call(const Json& json, Step& step) {
    const std::string call = json["call"], as = json.value("as", "");
    if (call == "createContext") {
      CreateContext create{as, {}, false, json.value("policy", "") == "denied"};
      const Json options = json.value("options", Json::object());
      for (const auto& [key, value] : options.items()) {
        Argument argument;
        if (value.is_boolean()) argument.value = value.get<bool>();
        if (value.is_string()) argument.value = value.get<std::string>();
        if (value.is_number()) argument.value = numberOf(value);
        create.options.emplace_back(key, argument);
      }
      step.what = create;
    } else if (call == "createTensor") {
      step.what = CreateTensor{referenceOf(json["on"]), descriptorOf(json["descriptor"]), as};
      types_[as] = typeIn(json);
    } else if (call == "createConstantTensor") {
      step.what = CreateConstantTensor{referenceOf(json["on"]), descriptorOf(json["descriptor"]),
                                       sourceOf(json, typeIn(json)), as};
    } else if (call == "readTensor") {
      ReadTensor read{referenceOf(json["on"]), Argument{Undefined{}}, std::nullopt, as};
      if (json.contains("tensor")) read.tensor = referenceOf(json["tensor"]);
      if (json.contains("into")) {
        if (json["into"].is_null()) {
          read.into = Undefined{};
        } else {
          read.into = json["into"].get<std::string>();
        }
      }
      step.what = read;
    } else if (call == "writeTensor") {
      const Reference tensor = referenceOf(json["tensor"]);
      const auto type = types_.find(tensor.name);
      step.what = WriteTensor{referenceOf(json["on"]), tensor,
                              sourceOf(json, type == types_.end() ? DataType::float32 : type->second), as};
    } else if (call == "dispatch") {
      step.what = Dispatch{referenceOf(json["on"]), referenceOf(json["graph"]), record(json["inputs"]),
                           record(json["outputs"]), as};
    } else if (call == "destroy") {
      step.what = Destroy{referenceOf(json["on"]), as};
    } else if (call == "dispose") {
      step.what = Dispose{referenceOf(json["on"]), as};
    } else if (call == "newBuilder") {
      step.what = NewBuilder{referenceOf(json["context"]), json.value("policy", "") == "denied", as};
    } else if (call == "input") {
      step.what = Input{referenceOf(json["on"]), json["name"], descriptorOf(json["descriptor"]), as};
    } else if (call == "constant") {
      Constant constant{referenceOf(json["on"]), {}, as};
      if (json.contains("tensor")) {
        constant.from = Constant::FromTensor{referenceOf(json["tensor"])};
      } else if (json.contains("value")) {
        constant.from = Constant::FromValue{json["dataType"], numberOf(json["value"])};
      } else {
        constant.from = Constant::FromBuffer{descriptorOf(json["descriptor"]), sourceOf(json, typeIn(json))};
      }
      step.what = constant;
    } else if (call == "op") {
      Op op{referenceOf(json["on"]), json["op"], {}, std::nullopt, as, {}};
      for (const Json& argument : json["args"]) op.arguments.push_back({referenceOf(argument)});
      step.what = op;
    } else if (call == "build") {
      step.what = Build{referenceOf(json["on"]), record(json["outputs"]), as};
    } else if (call == "get") {
      step.what = Get{referenceOf(json["on"]), json["attr"], as};
    } else if (call == "same") {
      step.what = Same{json["a"], json["b"], as};
    } else {
      throw std::runtime_error("no such call: " + call);
    }
  }

  static std::vector<std::pair<std::string, std::optional<Reference>>> record(const Json& json) {
    std::vector<std::pair<std::string, std::optional<Reference>>> record;
    for (const auto& [key, value] : json.items()) {
      record.emplace_back(key, value.is_null() ? std::nullopt : std::optional(referenceOf(value)));
    }
    return record;
  }

  static void event(const Json& json, Step& step) {
    const std::string event = json["event"];
    std::optional<Reference> on;
    if (json.contains("on")) on = referenceOf(json["on"]);
    if (event == "pause") step.what = Pause{*on};
    if (event == "resume") step.what = Resume{*on};
    if (event == "drain") step.what = Drain{*on};
    if (event == "runTimeline") step.what = RunTimeline{*on, json["tasks"].get<std::uint32_t>()};
    if (event == "failNext") step.what = FailNext{on, *failOperationNamed(json["op"].get<std::string>())};
    if (event == "deviceFail") step.what = DeviceFail{*on};
    if (event == "deviceLost") step.what = DeviceLost{*on};
  }

  void control(const Json& json, Step& step) {
    if (json.contains("await")) step.what = Await{json["await"]};
    if (json.contains("turn")) step.what = Turn{};
    if (json.contains("settle")) step.what = Settle{};
    if (json.contains("microtask")) step.what = Microtask{steps(json["microtask"])};
    if (json.contains("mark")) step.what = Mark{json["mark"]};
    if (json.contains("unpollute")) step.what = Unpollute{};
    if (json.contains("detach")) step.what = Detach{json["detach"]};
    if (json.contains("fill")) step.what = Fill{json["fill"], numberOf(json["value"])};
    if (json.contains("peek")) {
      step.what = Peek{json["peek"], json["as"], *dataTypeNamed(json["dataType"].get<std::string>())};
    }
    if (json.contains("pollute")) {
      const bool ofTensor = json["pollute"].get<std::string>().rfind("MLTensor", 0) == 0;
      step.what = Pollute{ofTensor ? Pollute::Prototype::MLTensor : Pollute::Prototype::Object};
    }
    if (json.contains("then")) {
      const std::string when = json.value("when", "settled");
      Then then{json["then"], Then::When::settled, steps(json["calls"])};
      if (when == "fulfilled") then.when = Then::When::fulfilled;
      if (when == "rejected") then.when = Then::When::rejected;
      step.what = then;
    }
    if (json.contains("buffer")) step.what = buffer(json);
  }

  static MakeBuffer buffer(const Json& json) {
    const Json& make = json["make"];
    MakeBuffer buffer;
    buffer.buffer = json["buffer"];
    buffer.type = *bufferTypeNamed(make["type"].get<std::string>());
    buffer.over = make.value("over", "");
    buffer.offset = make.value("offset", std::size_t{0});
    if (make.contains("length")) buffer.length = make["length"].get<std::size_t>();
    if (make.contains("maxByteLength")) buffer.maxByteLength = make["maxByteLength"].get<std::size_t>();
    if (make.contains("byteLength")) buffer.bytes.resize(make["byteLength"].get<std::size_t>());
    if (make.contains("data")) {
      for (const Json& number : make["data"]) {
        if (buffer.type == BufferType::Int32Array) {
          const auto bytes = castNumber(DataType::int32, numberOf(number)).bytes();
          buffer.bytes.insert(buffer.bytes.end(), bytes.begin(), bytes.end());
        } else if (elementSizeOf(buffer.type) == 1 && buffer.type != BufferType::ArrayBuffer &&
                   buffer.type != BufferType::SharedArrayBuffer) {
          buffer.bytes.push_back(static_cast<std::uint8_t>(number.get<int>()));
        } else {
          const auto bytes = castNumber(DataType::float32, numberOf(number)).bytes();
          buffer.bytes.insert(buffer.bytes.end(), bytes.begin(), bytes.end());
        }
      }
    }
    return buffer;
  }

  std::map<std::string, DataType> types_;
};

ExpectedOutcome outcomeOf(const Json& json) {
  ExpectedOutcome outcome;
  const std::string kind = json.begin().key();
  const Json& value = json.begin().value();
  const auto valueOf = [](const Json& value) -> ExpectedValue {
    if (value == "*") return AnyValue{};
    if (value == "undefined") return Undefined{};
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return value.get<std::string>();
    if (value.is_object()) return LostInfo{};
    Numbers numbers;
    for (const Json& number : value) numbers.push_back(numberOf(number));
    return numbers;
  };
  if (kind == "resolved") outcome = {OutcomeKind::Resolved, Error::TypeError, valueOf(value)};
  if (kind == "returns") outcome = {OutcomeKind::Returns, Error::TypeError, valueOf(value)};
  if (kind == "rejected") outcome = {OutcomeKind::Rejected, *errorNamed(value.get<std::string>()), {}};
  if (kind == "throws") outcome = {OutcomeKind::Throws, *errorNamed(value.get<std::string>()), {}};
  if (kind == "pending") outcome.kind = OutcomeKind::Pending;
  return outcome;
}

Case caseOf(const Json& json) {
  Case one;
  one.scenario.id = json["id"];
  Reader reader;
  one.scenario.setup = reader.steps(json["setup"]);
  one.scenario.script = reader.steps(json["calls"]);
  one.scenario.json = Json{{"setup", json["setup"]}, {"script", json["calls"]}}.dump();
  for (const auto& [name, expected] : json["expect"].items()) {
    one.allNames.push_back(name);
    if (expected.contains("oneOf")) {
      for (const Json& outcome : expected["oneOf"]) one.draft.names[name].push_back(outcomeOf(outcome));
    } else {
      one.draft.names[name] = {outcomeOf(expected)};
    }
  }
  if (json.contains("outcomes")) {
    one.draft.outcomes.emplace();
    for (const Json& joint : json["outcomes"]) {
      JointOutcome& outcome = one.draft.outcomes->emplace_back();
      for (const auto& [name, expected] : joint.items()) outcome[name] = outcomeOf(expected);
    }
  }
  if (json.contains("order")) one.draft.order = json["order"].get<std::vector<std::vector<std::string>>>();
  if (json.contains("trace")) one.draft.trace = json["trace"].get<std::vector<std::vector<std::string>>>();
  return one;
}

bool matches(const ExpectedOutcome& expected, const Outcome& seen) {
  if (expected.kind != seen.kind || expected.error != seen.error) return false;
  if (std::holds_alternative<AnyValue>(expected.value)) return true;
  if (const auto* text = std::get_if<std::string>(&expected.value)) {
    if (const auto* interface = std::get_if<Interface>(&seen.value)) return nameOf(*interface) == *text;
    if (std::holds_alternative<Detached>(seen.value)) return *text == "detached";
    return seen.value == Value{*text};
  }
  if (const auto* flag = std::get_if<bool>(&expected.value)) return seen.value == Value{*flag};
  if (std::holds_alternative<LostInfo>(expected.value)) return std::holds_alternative<LostInfo>(seen.value);
  if (const auto* numbers = std::get_if<Numbers>(&expected.value)) {
    if (const auto* contents = std::get_if<Contents>(&seen.value)) {
      const std::size_t size = contents->bytes.size() * 8 / bitsOf(contents->type);
      const Tensor tensor({contents->type, {static_cast<std::uint32_t>(size)}}, contents->bytes);
      if (size != numbers->size()) return false;
      for (std::size_t i = 0; i < size; ++i) {
        if (tensor.real(i) != (*numbers)[i].real) return false;
      }
      return true;
    }
    return seen.value == Value{*numbers};
  }
  return std::holds_alternative<Undefined>(seen.value);
}

bool isSubsequence(const std::vector<std::string>& wanted, const std::vector<std::string>& log) {
  auto next = wanted.begin();
  for (const std::string& entry : log) {
    if (next != wanted.end() && *next == entry) ++next;
  }
  return next == wanted.end();
}

}  // namespace

std::optional<std::vector<Case>> readCatalogue() {
  const auto path = cataloguePath();
  if (!path) return std::nullopt;
  std::ifstream file(*path);
  std::vector<Case> cases;
  for (const Json& json : Json::parse(file)) cases.push_back(caseOf(json));
  return cases;
}

std::map<std::string, std::vector<Case>> readObserved() {
  std::map<std::string, std::vector<Case>> all;
  const auto path = cataloguePath();
  if (!path) return all;
  std::ifstream file(path->parent_path() / "chromium-153-observed.json");
  const Json observations = Json::parse(file);
  for (const auto& [id, result] : observations["results"].items()) {
    if (!result.contains("observed")) continue;
    for (const Json& observed : result["observed"]) {
      Case one;
      for (const auto& [name, outcome] : observed["outcomes"].items()) {
        one.allNames.push_back(name);
        one.draft.names[name] = {outcomeOf(outcome)};
      }
      if (observed.contains("order")) one.draft.order = {observed["order"].get<std::vector<std::string>>()};
      all[id].push_back(std::move(one));
    }
  }
  return all;
}

std::size_t jointOutcome(const Case& one, const Observations& run) {
  std::map<std::string, Outcome> seen;
  for (const Observation& observation : run) {
    if (observation.kind != Observation::Kind::Marked) seen[observation.name] = observation.outcome;
  }
  const auto isIt = [&](const JointOutcome& joint) {
    return std::all_of(joint.begin(), joint.end(),
                       [&](const auto& each) { return matches(each.second, seen[each.first]); });
  };
  const auto found = std::find_if(one.draft.outcomes->begin(), one.draft.outcomes->end(), isIt);
  return static_cast<std::size_t>(found - one.draft.outcomes->begin());
}

std::string contradiction(const Case& one, const Observations& run) {
  std::map<std::string, Outcome> seen;
  std::vector<std::string> log, trace;
  for (const Observation& observation : run) {
    if (observation.kind == Observation::Kind::Device) {
      trace.push_back(observation.name);
      continue;
    }
    if (observation.kind == Observation::Kind::Settled || observation.kind == Observation::Kind::Marked) {
      log.push_back(observation.name);
    }
    if (observation.kind != Observation::Kind::Marked) seen[observation.name] = observation.outcome;
  }
  for (const auto& [name, outcomes] : one.draft.names) {
    const auto isIt = [&, key = &name](const ExpectedOutcome& expected) { return matches(expected, seen[*key]); };
    if (std::none_of(outcomes.begin(), outcomes.end(), isIt)) return name;
  }
  for (const auto& [name, outcome] : seen) {
    if (std::find(one.allNames.begin(), one.allNames.end(), name) == one.allNames.end()) return "unexpected " + name;
  }
  if (one.draft.outcomes && jointOutcome(one, run) == one.draft.outcomes->size()) return "joint outcome";
  for (const auto& wanted : one.draft.order.value_or(std::vector<std::vector<std::string>>{})) {
    if (!isSubsequence(wanted, log)) return "order";
  }
  for (const auto& wanted : one.draft.trace.value_or(std::vector<std::vector<std::string>>{})) {
    if (!trace.empty() && !isSubsequence(wanted, trace)) return "trace";
  }
  return "";
}

std::string textOf(const Observations& run) {
  std::string text;
  for (const Observation& observation : run) {
    text += (text.empty() ? "" : ", ") + observation.name;
    const Outcome& outcome = observation.outcome;
    if (observation.kind == Observation::Kind::Marked || observation.kind == Observation::Kind::Device) continue;
    text += " " + std::string(nameOf(outcome.kind));
    if (outcome.kind == OutcomeKind::Rejected || outcome.kind == OutcomeKind::Throws) {
      text += " " + std::string(nameOf(outcome.error));
    }
    if (const auto* contents = std::get_if<Contents>(&outcome.value)) {
      const std::size_t size = contents->bytes.size() * 8 / bitsOf(contents->type);
      const Tensor tensor({contents->type, {static_cast<std::uint32_t>(size)}}, contents->bytes);
      for (std::size_t i = 0; i < std::min<std::size_t>(size, 8); ++i) text += " " + std::to_string(tensor.real(i));
    }
  }
  return text;
}

}  // namespace conform::tests
