#include "checker/subjects/protocol.hpp"

#include <cctype>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "checker/subjects/base64.hpp"
#include "checker/subjects/steps.hpp"

namespace conform {
namespace {

using Json = nlohmann::json;

constexpr std::size_t maxObservations = 100'000;
constexpr std::size_t maxMessage = std::size_t{64} << 20;
constexpr int maxDepth = 64;

/// "\"" of what a hostile subject may have sent: short, and without control characters.
std::string shown(std::string_view text) {
  std::string short_text{text.substr(0, 60)};
  for (char& c : short_text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return "\"" + short_text + (text.size() > 60 ? "...\"" : "\"");
}

/// Bounds the nesting before anything recursive looks at the text.
void checkDepth(std::string_view text) {
  int depth = 0;
  bool inString = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inString) {
      if (c == '\\') ++i;
      if (c == '"') inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '{' || c == '[') {
      if (++depth > maxDepth) throw ProtocolError("a message is nested deeper than 64 levels");
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
}

Value readValue(const Json& json, std::optional<DataType> type) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_object() || json.size() != 1) throw ProtocolError("not a value: " + shown(json.dump()));
  const std::string& key = json.begin().key();
  const Json& inner = json.begin().value();
  if (key == "undefined") return Undefined{};
  if (key == "detached") return Detached{};
  if (key == "bytes" && inner.is_string()) {
    // Without a type (a value where none was expected) the bytes are shown as they are.
    auto bytes = decodeBase64(inner.get<std::string>());
    if (!bytes) throw ProtocolError("\"bytes\" is not base64");
    return Contents{type.value_or(DataType::uint8), std::move(*bytes)};
  }
  if (key == "interface" && inner.is_string()) {
    if (const auto interface = interfaceNamed(inner.get<std::string>())) return *interface;
    throw ProtocolError("there is no interface " + shown(inner.get<std::string>()));
  }
  if (key == "lostInfo" && inner.is_string()) return LostInfo{inner.get<std::string>()};
  if (key == "numbers" && inner.is_array()) {
    Numbers numbers;
    for (const Json& number : inner) {
      if (number.is_number_integer()) {
        numbers.push_back(Number::ofInteger(number.is_number_unsigned() ? Int128{number.get<std::uint64_t>()}
                                                                        : Int128{number.get<std::int64_t>()}));
      } else if (number.is_number()) {
        numbers.push_back(Number::ofReal(number.get<double>()));
      } else {
        throw ProtocolError("not a number: " + shown(number.dump()));
      }
    }
    return numbers;
  }
  if (key == "other" && inner.is_string()) return inner.get<std::string>();
  throw ProtocolError("not a value: " + shown(json.dump()));
}

Error readError(const Json& json) {
  if (!json.is_string()) throw ProtocolError("the name of an error is no string");
  const auto error = errorNamed(json.get<std::string>());
  if (!error) throw ProtocolError("an error that no step of WebNN gives: " + shown(json.get<std::string>()));
  return *error;
}

Outcome readOutcome(const Json& json, std::optional<DataType> type) {
  if (!json.is_object() || json.size() != 1) throw ProtocolError("not an outcome: " + shown(json.dump()));
  const std::string& key = json.begin().key();
  const Json& inner = json.begin().value();
  if (key == "resolved") return Outcome::resolved(readValue(inner, type));
  if (key == "returns") return Outcome::returns(readValue(inner, type));
  if (key == "rejected") return Outcome::rejected(readError(inner));
  if (key == "throws") return Outcome::throws(readError(inner));
  if (key == "pending") return Outcome::pending();
  throw ProtocolError("not an outcome: " + shown(json.dump()));
}

std::string textOf(const Json& message, const char* key) {
  const auto found = message.find(key);
  if (found == message.end() || !found->is_string()) {
    throw ProtocolError(std::string("a message without the text \"") + key + "\"");
  }
  return found->get<std::string>();
}

/// The type in which the tensor's data lie, where its descriptor names one.
std::optional<DataType> typeOf(const Descriptor& descriptor) {
  return descriptor.dataType ? dataTypeNamed(*descriptor.dataType) : std::nullopt;
}

}  // namespace

struct MessageFields {
  const Json& json;
};

std::string portableJson(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (std::size_t i = 0; i < json.size();) {
    const char c = json[i];
    std::size_t end = i + 1;
    if (c == '"') {
      while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
      text += json.substr(i, ++end - i);
    } else if (c == '-' || std::isdigit(static_cast<unsigned char>(c))) {
      while (end < json.size() && std::string_view("0123456789.eE+-").find(json[end]) != std::string_view::npos) ++end;
      const std::string_view number = json.substr(i, end - i);
      const bool isBig = number.find_first_of(".eE") == std::string_view::npos && number.size() > 15;
      text += isBig ? "\"" + std::string(number) + "\"" : std::string(number);
    } else if (c != '\n' && c != '\r' && c != '\t' && c != ' ') {
      text += c;
    }
    i = end;
  }
  return text;
}

RunReader::RunReader(const Scenario& scenario) {
  std::map<std::string, DataType> tensors;
  const auto learn = [&](const Step& step, bool observed) {
    std::visit(
        [&](const auto& what) {
          using What = std::decay_t<decltype(what)>;
          if constexpr (std::is_same_v<What, CreateTensor> || std::is_same_v<What, CreateConstantTensor>) {
            if (const auto type = typeOf(what.descriptor)) tensors[what.as] = *type;
          } else if constexpr (std::is_same_v<What, ReadTensor>) {
            if (const auto* tensor = std::get_if<Reference>(&what.tensor); tensor && tensors.contains(tensor->name)) {
              types_[what.as] = tensors[tensor->name];
            }
          } else if constexpr (std::is_same_v<What, Peek>) {
            types_[what.as] = what.dataType;
          } else if constexpr (std::is_same_v<What, Op>) {
            if (observed) names_.insert(what.asEach.begin(), what.asEach.end());
          } else if constexpr (std::is_same_v<What, Mark>) {
            marks_.insert(what.mark);
          }
          if constexpr (requires { what.as; }) {
            if (observed && !what.as.empty()) names_.insert(what.as);
          }
        },
        step.what);
  };
  forEachStep(scenario.setup, [&](const Step& step) { learn(step, false); });
  forEachStep(scenario.script, [&](const Step& step) { learn(step, true); });
  for (const auto& [name, steps] : scenario.tasks) forEachStep(steps, [&](const Step& step) { learn(step, true); });
}

void RunReader::observe(const MessageFields& fields) {
  const Json& json = fields.json;
  if (run_.observations.size() >= maxObservations) throw ProtocolError("more than 100,000 observations");
  static const std::map<std::string, Observation::Kind> kinds{
      {"settled", Observation::Kind::Settled}, {"called", Observation::Kind::Called},
      {"marked", Observation::Kind::Marked},   {"pending", Observation::Kind::Pending},
      {"device", Observation::Kind::Device},
  };
  const std::string kindName = textOf(json, "kind");
  const auto kind = kinds.find(kindName);
  if (kind == kinds.end()) throw ProtocolError("there is no kind of observation " + shown(kindName));

  Observation observation{kind->second, textOf(json, "name"), {}};
  if (observation.kind == Observation::Kind::Marked) {
    if (!marks_.contains(observation.name)) throw ProtocolError("there is no mark " + shown(observation.name));
  } else if (observation.kind != Observation::Kind::Device) {
    if (names_.erase(observation.name) == 0) {
      throw ProtocolError(shown(observation.name) + " is no name of the script, or was told twice");
    }
    const auto outcome = json.find("outcome");
    if (outcome == json.end()) throw ProtocolError("an observation of " + shown(observation.name) + " has no outcome");
    const auto type = types_.find(observation.name);
    observation.outcome =
        readOutcome(*outcome, type == types_.end() ? std::nullopt : std::optional<DataType>(type->second));
  }
  run_.observations.push_back(std::move(observation));
}

void checkMessage(std::string_view text) {
  if (text.size() > maxMessage) throw ProtocolError("a message is longer than 64 MiB");
  checkDepth(text);
}

bool RunReader::hear(std::string_view text) {
  checkMessage(text);
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) throw ProtocolError("not a JSON object: " + shown(text));
  const std::string message = textOf(json, "message");
  if (message == "observation") {
    observe(MessageFields{json});
    return false;
  }
  if (message == "done") {
    if (json.contains("note")) run_.note = textOf(json, "note");
    return true;
  }
  if (message == "unsupported" || message == "failed") {
    run_.status = message == "failed" ? SubjectRun::Status::Broken : SubjectRun::Status::Unsupported;
    run_.reason = textOf(json, "reason");
    return true;
  }
  throw ProtocolError("there is no message " + shown(message));
}

SubjectRun RunReader::broken(const std::string& reason) {
  run_.status = SubjectRun::Status::Broken;
  run_.reason = reason;
  return std::move(run_);
}

}  // namespace conform
