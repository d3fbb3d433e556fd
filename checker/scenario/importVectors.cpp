#include "checker/scenario/importVectors.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace conform {
namespace {

using Json = nlohmann::ordered_json;

/// Expected values beyond this are not claimed: they are fills.
constexpr std::size_t mostClaimed = 1 << 16;

Json dataOf(const Json& tensor) {
  if (tensor.at("data").is_array()) return tensor.at("data");
  std::size_t count = 1;
  for (const Json& dimension : tensor.at("shape")) count *= dimension.get<std::size_t>();
  return Json{{"fill", tensor.at("data")}, {"count", count}};
}

Json descriptorOf(const Json& tensor) {
  return Json{{"dataType", tensor.at("dataType")}, {"shape", tensor.at("shape")}};
}

bool isExtended(const Json& tensor) {
  return tensor.at("dataType") == "int4" || tensor.at("dataType") == "uint4";
}

class Import {
 public:
  Import(std::string file, const Json& vector) : file_(std::move(file)), vector_(vector) {}

  Json scenario() {
    setup_ = Json::array({Json{{"call", "createContext"}, {"as", "context"}},
                          Json{{"call", "newBuilder"}, {"context", "context"}, {"as", "builder"}}});
    for (const auto& [name, tensor] : vector_.at("inputs").items()) addInput(name, tensor);
    for (const Json& op : vector_.at("operators")) addOperator(op);
    addOutputs();
    script_.insert(
        script_.begin() + static_cast<std::ptrdiff_t>(writes_),
        Json{{"call", "dispatch"}, {"on", "context"}, {"graph", "graph"}, {"inputs", inputs_}, {"outputs", outputs_}});
    const std::string name = vector_.at("name").get<std::string>();
    std::string id = file_ + ": " + name;
    std::ranges::replace(id, ',', ';');  // `--only` takes several, with commas between them.
    Json made{{"version", 1}, {"id", id}, {"title", name}};
    if (vector_.contains("source"))
      made["source"] = Json::array({"https://github.com/web-platform-tests/wpt/blob/master/webnn/conformance_tests/" +
                                    vector_.at("source").get<std::string>()});
    made["setup"] = setup_;
    made["script"] = script_;
    if (!claim_.empty())
      made["allowed"] = Json{{isExtended_ ? "wpt-2026-06+extendedTypes=yes" : "wpt-2026-06", claim_}};
    made["tolerance"] = vector_.at("tolerance");
    if (vector_.value("strictZeroSign", false)) made["strictZeroSign"] = true;
    if (isExtended_) made["extendedTypes"] = true;
    return made;
  }

 private:
  void makeTensor(const std::string& name, const Json& tensor, const char* usage) {
    Json descriptor = descriptorOf(tensor);
    descriptor[usage] = true;
    isExtended_ = isExtended_ || isExtended(tensor);
    setup_.push_back(Json{{"call", "createTensor"}, {"on", "context"}, {"descriptor", descriptor}, {"as", name}});
  }

  void addInput(const std::string& name, const Json& tensor) {
    isExtended_ = isExtended_ || isExtended(tensor);
    if (tensor.value("constant", false)) {
      setup_.push_back(Json{{"call", "constant"},
                            {"on", "builder"},
                            {"descriptor", descriptorOf(tensor)},
                            {"data", dataOf(tensor)},
                            {"as", name}});
      return;
    }
    setup_.push_back(
        Json{{"call", "input"}, {"on", "builder"}, {"name", name}, {"descriptor", descriptorOf(tensor)}, {"as", name}});
    makeTensor("tensor of " + name, tensor, "writable");
    script_.push_back(
        Json{{"call", "writeTensor"}, {"on", "context"}, {"tensor", "tensor of " + name}, {"data", dataOf(tensor)}});
    ++writes_;
    inputs_[name] = "tensor of " + name;
  }

  void addOperator(const Json& op) {
    Json call{{"call", "op"}, {"on", "builder"}, {"op", op.at("name")}, {"args", Json::array()}};
    for (const auto& [key, value] : op.at("arguments").items()) {
      if (key == "options") {
        call["options"] = value;
      } else {
        call["args"].push_back(value);
      }
    }
    const Json& outputs = op.at("outputs");
    const bool givesList =
        op.at("name") == "split" || op.at("name") == "gru" || op.at("name") == "lstm" || op.at("name") == "lstmCell";
    call["as"] = givesList ? outputs : outputs.at(0);
    setup_.push_back(std::move(call));
  }

  void addOutputs() {
    Json built = Json::object();
    for (const auto& [name, tensor] : vector_.at("expected").items()) {
      built[name] = name;
      makeTensor("output " + name, tensor, "readable");
      outputs_[name] = "output " + name;
      script_.push_back(
          Json{{"call", "readTensor"}, {"on", "context"}, {"tensor", "output " + name}, {"as", "read " + name}});
      if (tensor.at("data").is_array() && tensor.at("data").size() <= mostClaimed)
        claim_["read " + name] = Json{{"resolved", tensor.at("data")}};
    }
    setup_.push_back(Json{{"call", "build"}, {"on", "builder"}, {"outputs", built}, {"as", "graph"}});
  }

  const std::string file_;
  const Json& vector_;
  Json setup_, script_ = Json::array(), inputs_ = Json::object(), outputs_ = Json::object(), claim_ = Json::object();
  std::size_t writes_ = 0;
  bool isExtended_ = false;
};

}  // namespace

std::string importVectors(const std::string& name, std::string_view text) {
  std::string all;
  for (const Json& vector : Json::parse(text)) {
    try {
      all += (all.empty() ? "[\n" : ",\n") + Import{name, vector}.scenario().dump();
    } catch (const nlohmann::json::exception& error) {
      throw std::runtime_error(vector.value("name", "a vector without a name") + ": " + error.what());
    }
  }
  return all + "\n]\n";
}

}  // namespace conform
